import { onAbort } from './on-abort.js';

/** A signal for one call, until it is disposed. */
export interface EitherSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts with the first of several, and for the same reason. Dispose it when the call is over: the sources
 * may live as long as the process. `AbortSignal.any` has no such end, and leaves an entry in each source for every
 * signal that was ever made of it (seen on Node 20).
 */
export function eitherSignal(...sources: readonly (AbortSignal | undefined)[]): EitherSignal {
  const controller = new AbortController();
  const waits: (() => void)[] = [];
  const aborted = sources.find((source) => source?.aborted);
  if (aborted) controller.abort(aborted.reason);
  else
    for (const source of sources) {
      if (source) waits.push(onAbort(source, () => controller.abort(source.reason)));
    }
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const stop of waits) stop();
    },
  };
}
