import { createHash } from 'node:crypto';
import { symlinkSync, unlinkSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isMuxError } from '../model/mux-error.js';
import { privateFolder } from './private-folder.js';

export interface ExclusiveOptions {
  /**
   * Milliseconds to wait for others; then the work is done all the same.
   * @default 2000
   */
  readonly maxWaitMs?: number;
}

/**
 * Does work while nobody else does work of the same name: no caller in this process, and no other process of this
 * user on this machine. It is a courtesy, not a guarantee: who waits too long goes ahead, because a process that was
 * stopped in the middle must not stop all others.
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

/** Resolves with `work`, or when the time is over. */
export async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function withLockFile<T>(name: string, work: () => Promise<T>, maxWaitMs: number): Promise<T> {
  const release = await lock(name, maxWaitMs);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Keeps other processes of this user on this machine out until what it resolves with is called; who has waited too long
 * goes ahead without. The lock is a symbolic link that leads to the number of a process: made in one step, and readable
 * by others.
 *
 * @param longestMs after so long nobody can have it any more: its process number may have been given again since
 */
export async function lock(
  name: string,
  maxWaitMs: number,
  longestMs = Number.POSITIVE_INFINITY,
): Promise<() => void> {
  const giveUpAt = performance.now() + maxWaitMs;
  try {
    folder ??= await privateFolder();
    const path = lockPath(folder, name);
    while (performance.now() < giveUpAt) {
      if (take(path)) return () => free(path);
      if (await isAbandoned(path, longestMs)) free(path);
      else await delay(2);
    }
  } catch (error) {
    // A folder that was removed is made again.
    folder = undefined;
    // Who took it could keep us waiting, or let others in.
    if (isMuxError(error, 'FOLDER_NOT_PRIVATE')) throw error;
    // Where there is no place for a lock there are hardly others to wait for.
  }
  return () => {};
}

/** The same at once: `undefined` where somebody has it, or it cannot be said without a look. */
export function tryLock(name: string): (() => void) | undefined {
  if (folder === undefined) return undefined;
  const path = lockPath(folder, name);
  try {
    return take(path) ? () => free(path) : undefined;
  } catch {
    return undefined;
  }
}

let folder: string | undefined;

function lockPath(folder: string, name: string): string {
  return join(folder, `lock-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
}

/** At once, and not by the threads of Node: it takes microseconds, and goes in front of many commands. */
function take(path: string): boolean {
  try {
    symlinkSync(String(process.pid), path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function free(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody who found it abandoned was faster.
  }
}

async function isAbandoned(path: string, longestMs: number): Promise<boolean> {
  try {
    const { mtimeMs } = await lstat(path);
    const pid = Number(await readlink(path));
    if (Date.now() - mtimeMs > longestMs) return true;
    // In a restarted container our own number may be that of a process which died before us.
    if (pid === process.pid) return mtimeMs < startedAt;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

const startedAt = Date.now() - process.uptime() * 1000;
