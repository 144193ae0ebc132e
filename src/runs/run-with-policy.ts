import { onAbort } from '../model/index.js';
import { checkRetry, isRetried, type RunPolicy, retryDelay } from './policies.js';
import type { Run } from './run.js';
import type { FinishedStatus } from './status.js';

export interface PolicyRunOptions {
  /** No further try is begun after it. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Waits between two tries; may reject when the signal aborts.
   * @default a timer
   */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
}

export interface PolicyResult<R> {
  /** How the last try ended. */
  readonly status: FinishedStatus;
  /** All tries, the last one included. */
  readonly runs: readonly R[];
}

/**
 * Runs a command to its end and, where its policy says so, again. `start` is given the number of the try, 1 for the
 * first, and the id of the run that is tried again. An abort between two tries leaves it at the last one; while one goes
 * on, it rejects with `ABORTED`, and the run itself goes on.
 *
 * @example
 * const { status, runs } = await runWithPolicy((attempt, retryOf) => start({ attempt, retryOf }), policy);
 */
export async function runWithPolicy<R extends Pick<Run, 'id' | 'finished'>>(
  start: (attempt: number, retryOf: string | undefined) => Promise<R>,
  policy: Pick<RunPolicy, 'retry'> | undefined,
  options: PolicyRunOptions = {},
): Promise<PolicyResult<R>> {
  const { signal, wait = timer } = options;
  const retry = policy?.retry ?? { attempts: 1 };
  checkRetry(retry);
  const runs: R[] = [];
  for (let attempt = 1; ; attempt++) {
    const run = await start(attempt, runs[0]?.id);
    runs.push(run);
    const status = await run.finished({ timeoutMs: 0, ...(signal && { signal }) });
    if (attempt === retry.attempts || !isRetried(retry, status)) return { status, runs };
    await wait(retryDelay(retry, attempt), signal).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
    if (signal?.aborted) return { status, runs };
  }
}

/** Resolves when it is time, or the caller cancels. */
function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timeout);
      stopListening?.();
      resolve();
    };
    const timeout = setTimeout(done, ms);
    const stopListening = signal && onAbort(signal, done);
  });
}
