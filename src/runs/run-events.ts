import { deferred, isMuxError, onAbort } from '../model/index.js';
import {
  type HarvestedLine,
  type HarvestOptions,
  type HarvestResult,
  harvestFrom,
  harvestRun,
} from './harvest.js';
import type { RecorderTrouble } from './run-listeners.js';
import type { RunWatch } from './run-watch.js';
import type { FinishedStatus, Status, WaitingStatus } from './status.js';

/** What a run tells as it happens, in order. */
export type RunEvent =
  /** Whole lines, redacted; `cursor` is where to go on from after a restart. */
  | {
      readonly type: 'output';
      readonly lines: readonly HarvestedLine[];
      readonly cursor: number;
      /** How many bytes before these lines were removed by rotation before they could be read. */
      readonly missingBytes?: number;
    }
  /** It does something else now. */
  | { readonly type: 'status'; readonly status: Status }
  /** It waits for an answer; follows the `status` that says so. */
  | { readonly type: 'prompt'; readonly prompt: string | undefined; readonly status: WaitingStatus }
  /** Output is missing from the log here: the recorder was restarted, or could not write. */
  | { readonly type: 'gap'; readonly gaps: number }
  /** The log cannot be written, for a reason such as `ENOSPC`; the command keeps running. */
  | { readonly type: 'fault'; readonly reason: string }
  /** The last event: nothing follows. */
  | { readonly type: 'exit'; readonly code: number; readonly status: FinishedStatus };

export interface RunEventOptions extends Pick<HarvestOptions, 'form'> {
  /**
   * Where in the log to begin.
   * @default 0
   */
  readonly cursor?: number;
  readonly signal?: AbortSignal;
}

/** Yields what happens from now on, and what the log has from the cursor on, until the run has ended. */
export async function* runEvents(
  watch: RunWatch,
  options: RunEventOptions,
): AsyncGenerator<RunEvent, void, undefined> {
  const { signal } = options;
  const statuses: Status[] = watch.history();
  let awake = true;
  let wakeUp: () => void = () => {};
  const wake = (): void => {
    awake = true;
    wakeUp();
  };
  const troubles: RecorderTrouble[] = [];
  const stopListening = watch.listen({
    wake,
    trouble: (trouble) => {
      troubles.push(trouble);
      wake();
    },
    status: (status) => {
      statuses.push(status);
      wake();
    },
  });
  const stopWaking = signal && onAbort(signal, wake);
  const log = new LogFollower(watch, options);
  let completed = false;
  void watch.complete.then(() => {
    completed = true;
    wake();
  });
  try {
    await watch.start();
    if (statuses.length === 0) statuses.push(watch.status);
    while (!signal?.aborted) {
      awake = false;
      const whole = completed;
      yield* log.read();
      yield* troubles.splice(0);
      for (let status = statuses.shift(); status; status = statuses.shift()) {
        if (status.state === 'finished') continue;
        yield { type: 'status', status };
        if (status.state === 'waiting-for-input') yield { type: 'prompt', prompt: status.prompt, status };
      }
      const { ended } = watch;
      if (ended && whole) {
        yield { type: 'status', status: ended };
        yield { type: 'exit', code: ended.code, status: ended };
        return;
      }
      if (whole && !ended) return;
      if (!awake) {
        const woken = deferred();
        wakeUp = woken.resolve;
        if (awake) woken.resolve();
        await woken.promise;
      }
    }
  } finally {
    stopListening();
    stopWaking?.();
  }
}

/** The lines of the log from a cursor on. A log that is gone has none: the screen is no place to go on from. */
class LogFollower {
  readonly #watch: RunWatch;
  readonly #options: RunEventOptions;
  #cursor: number;

  constructor(watch: RunWatch, options: RunEventOptions) {
    this.#watch = watch;
    this.#options = options;
    this.#cursor = options.cursor ?? 0;
  }

  async *read(): AsyncGenerator<RunEvent, void, undefined> {
    const { form = 'raw' } = this.#options;
    for (;;) {
      const slice = await this.#harvest(form).catch((error: unknown) => {
        if (isMuxError(error, 'LOG_UNAVAILABLE')) return undefined;
        throw error;
      });
      if (!slice || slice.snapshot) return;
      const moved = slice.cursor > this.#cursor;
      this.#cursor = slice.cursor;
      if (slice.entries.length > 0) yield outputOf(slice);
      if (!slice.hasMore || !moved) return;
    }
  }

  /** Behind a cursor of an earlier call nothing is skipped: that is an error. */
  #harvest(form: 'raw' | 'plain'): Promise<HarvestResult> {
    const harvest = (cursor: number): Promise<HarvestResult> =>
      harvestRun(this.#watch.place, cursor, { form, commandOnly: true });
    return this.#options.cursor ? harvest(this.#cursor) : harvestFrom(harvest, this.#cursor);
  }
}

function outputOf({ entries, cursor, missingBytes }: HarvestResult): RunEvent {
  return { type: 'output', lines: entries, cursor, ...(missingBytes !== undefined && { missingBytes }) };
}
