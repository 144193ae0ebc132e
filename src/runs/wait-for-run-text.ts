import type { CallOptions } from '../model/index.js';
import { plainLine } from '../recorder/index.js';
import { matchesText, screenText } from '../screen/index.js';
import { harvestFrom, harvestRun } from './harvest.js';
import type { RunWatch } from './run-watch.js';
import { screenOf } from './screen-of.js';
import { runEnded, waitForRun } from './wait-for-run.js';

/** Resolves with the line of a run's output, or of its screen, that fits. */
export async function waitForRunText(
  watch: RunWatch,
  pattern: string | RegExp,
  options: CallOptions & { readonly cursor?: number },
): Promise<string> {
  const { id, redactor } = watch.place;
  let cursor = options.cursor ?? 0;
  const shown = typeof pattern === 'string' ? `'${pattern}'` : String(pattern);
  const fits = (line: string): boolean => matchesText(line, pattern);
  return waitForRun(watch, `${shown} in the output`, options, async () => {
    const whole = watch.ended !== undefined && (await settled(watch.complete));
    for (let more = true; more; ) {
      const slice = await harvestFrom((from) => harvestRun(watch.place, from), cursor);
      more = slice.hasMore && slice.cursor > cursor;
      cursor = slice.cursor;
      const line = slice.entries.map(({ text }) => plainLine(text)).find(fits);
      if (line !== undefined) return line;
    }
    const screen = watch.ended ? undefined : await screenOf(watch.place);
    const line = screen && redactor.screen(screenText(screen).split('\n')).find(fits);
    if (line === undefined && whole && watch.ended) throw runEnded(id, watch.ended, `printed ${shown}`);
    return line;
  });
}

/** Whether a promise has resolved already. */
function settled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);
}
