import { atMost } from '../model/index.js';
import { lock } from './file-lock.js';

export interface ExclusiveOptions {
  /**
   * Milliseconds to wait for others; then the work is done all the same.
   * @default 2000
   */
  readonly maxWaitMs?: number;
}

/**
 * Does work while nobody else does work of the same name: no caller in this process, and no other process of this
 * user on this machine. They come in the order in which they asked, and one that has died or was stopped is not waited for.
 * It is a courtesy, not a guarantee: a caller that has waited too long goes ahead.
 */
export async function exclusive<T>(
  name: string,
  work: () => Promise<T>,
  options: ExclusiveOptions = {},
): Promise<T> {
  const { maxWaitMs = 2_000 } = options;
  const before = inProcess.get(name);
  const done = (before === undefined ? Promise.resolve() : atMost(before, maxWaitMs)).then(() =>
    withLockFile(name, work, maxWaitMs),
  );
  const settled = done.then(
    () => {},
    () => {},
  );
  inProcess.set(name, settled);
  void settled.then(() => {
    if (inProcess.get(name) === settled) inProcess.delete(name);
  });
  return done;
}

const inProcess = new Map<string, Promise<void>>();

async function withLockFile<T>(name: string, work: () => Promise<T>, maxWaitMs: number): Promise<T> {
  const release = await lock(name, { maxWaitMs });
  try {
    return await work();
  } finally {
    release();
  }
}
