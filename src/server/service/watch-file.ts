import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Calls back when a file has changed and was not written to for a moment. Its folder is watched, because editors
 * replace the old file by a new one.
 */
export function watchFile(path: string, changed: () => void): Disposable {
  let quiet: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
    if (name !== null && name !== basename(path)) return;
    clearTimeout(quiet);
    quiet = setTimeout(changed, QUIET_MS).unref();
  });
  // A folder that is removed takes the file along; there is nothing left to watch.
  watcher.on('error', () => watcher.close());
  return {
    [Symbol.dispose]: () => {
      clearTimeout(quiet);
      watcher.close();
    },
  };
}

const QUIET_MS = 100;
