/**
 * Calls back at SIGHUP, which asks a service to read its configuration again. In a terminal it says that the terminal is
 * gone, and ends the process as usual.
 */
export function onHangup(listener: () => void): Disposable {
  if (process.stdout.isTTY || process.stderr.isTTY) return { [Symbol.dispose]: () => {} };
  process.on('SIGHUP', listener);
  return { [Symbol.dispose]: () => void process.off('SIGHUP', listener) };
}
