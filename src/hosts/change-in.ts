import { watch } from 'node:fs';

export interface FolderChange extends Disposable {
  /** Resolves when something came into the folder or went out of it, or when the time is over. */
  readonly happened: Promise<void>;
}

/** Listens from now on, so that what happens before it is awaited counts. */
export function changeIn(folder: string, atMostMs: number): FolderChange {
  let stop = (): void => {};
  const happened = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, atMostMs);
    const watcher = tryWatch(folder, resolve);
    stop = () => {
      clearTimeout(timer);
      watcher?.close();
      resolve();
    };
  });
  return { happened, [Symbol.dispose]: stop };
}

/** A system has only so many watchers; without one the time decides. */
function tryWatch(folder: string, onChange: () => void): { close(): void } | undefined {
  try {
    const watcher = watch(folder, onChange);
    watcher.on('error', onChange);
    return watcher;
  } catch {
    return undefined;
  }
}
