import { MuxError } from '../model/index.js';

/** An `AbortSignal` that SIGINT and SIGTERM abort. A second one ends the process at once, as usual. */
export function untilSignal(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new MuxError('ABORTED', 'Interrupted.'));
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  // Waiting for a server that may come keeps no process alive, but the person who waits does.
  const keepAlive = setInterval(() => {}, 2 ** 30);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearInterval(keepAlive);
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  };
}
