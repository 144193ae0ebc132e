import { PatientTimer } from './patient-timer.js';

/**
 * Resolves with what `work` resolves with, or with `late` when the time is over first. Rejects where `work` does so in time.
 *
 * @example
 * const event = await atMost(events.next(), 500, 'quiet');
 */
export async function atMost<T, Late = undefined>(
  work: Promise<T>,
  ms: number,
  late?: Late,
): Promise<T | Late> {
  let timer: PatientTimer | undefined;
  const over = new Promise<Late>((resolve) => {
    timer = new PatientTimer(ms, () => resolve(late as Late));
  });
  return Promise.race([work, over]).finally(() => timer?.[Symbol.dispose]());
}
