import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { isMuxError } from '../model/index.js';
import { changeIn } from './change-in.js';
import { privateFolder } from './private-folder.js';
import { isRunning, thisProcess } from './process-identity.js';

export interface LockOptions {
  /**
   * Milliseconds to wait for others; then the caller goes ahead without the lock.
   * @default unlimited
   */
  readonly maxWaitMs?: number;
}

/**
 * Keeps other processes of this user on this machine out until what it resolves with is called.
 *
 * The lock is a folder. In it a symbolic link, `holder`, leads to the process that has the lock: it is made in one step, and
 * others can read it. Each process that waits has a ticket beside it, and only the first of those that live may take the
 * lock, so they get it in the order in which they came. A holder that has died has it no longer, nor one that was stopped
 * (SIGSTOP): it must not stop all others. A holder that is merely slow keeps it, however busy the machine is.
 */
export async function lock(name: string, { maxWaitMs }: LockOptions = {}): Promise<() => void> {
  const giveUpAt = performance.now() + (maxWaitMs ?? Number.POSITIVE_INFINITY);
  let ticket: string | undefined;
  try {
    root ??= await privateFolder();
    const folder = lockFolder(root, name);
    ticket = enqueue(folder);
    let release = takeInOrder(folder, ticket);
    while (!release && performance.now() < giveUpAt) {
      using change = changeIn(folder, Math.min(LIVENESS_MS, giveUpAt - performance.now()));
      release = takeInOrder(folder, ticket);
      if (!release) await change.happened;
    }
    if (release) return release;
  } catch (error) {
    // A folder that was removed is made again.
    root = undefined;
    // Who took it could keep us waiting, or let others in.
    if (isMuxError(error, 'FOLDER_NOT_PRIVATE')) throw error;
    // Where there is no place for a lock there are hardly others to wait for.
  } finally {
    if (ticket !== undefined) leave(ticket);
  }
  return () => {};
}

/** The same at once: `undefined` where another process has it or waits for it, or where it is not known yet. */
export function tryLock(name: string): (() => void) | undefined {
  if (root === undefined) return undefined;
  const folder = lockFolder(root, name);
  try {
    return isWanted(name) ? undefined : take(folder);
  } catch {
    return undefined;
  }
}

/** Whether somebody waits for the lock. */
export function isWanted(name: string): boolean {
  return root !== undefined && tickets(lockFolder(root, name)).length > 0;
}

/** Nothing tells that a holder has died, so it is looked at as often as this. */
const LIVENESS_MS = 50;

let root: string | undefined;
let taken = 0;

function lockFolder(folder: string, name: string): string {
  return join(folder, `mutex-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
}

/** By the clock of the machine, which all its processes share; those of the same instant by their number. */
function enqueue(folder: string): string {
  const time = process.hrtime.bigint().toString().padStart(20, '0');
  const ticket = join(folder, `${TICKET}${time}-${process.pid}-${++taken}`);
  makeLink(folder, thisProcess(), ticket);
  return ticket;
}

const TICKET = 'ticket-';

function tickets(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => entry.startsWith(TICKET))
      .sort();
  } catch {
    return [];
  }
}

function takeInOrder(folder: string, ticket: string): (() => void) | undefined {
  if (!isFirst(folder, ticket)) return undefined;
  return take(folder) ?? (removeAbandoned(folder) ? take(folder) : undefined);
}

/** Takes the tickets of the dead out of the queue on the way. */
function isFirst(folder: string, ticket: string): boolean {
  for (const entry of tickets(folder)) {
    const path = join(folder, entry);
    if (path === ticket) return true;
    const owner = linkText(path);
    if (owner !== undefined && isRunning(owner)) return false;
    if (owner !== undefined) leave(path);
  }
  return true;
}

/** At once, and not by the threads of Node: it takes microseconds, and goes in front of many commands. */
function take(folder: string): (() => void) | undefined {
  const holder = join(folder, 'holder');
  const text = `${thisProcess()} ${++taken}`;
  if (!makeLink(folder, text, holder)) return undefined;
  return () => {
    if (linkText(holder) === text) leave(holder);
  };
}

/**
 * In two steps, because between our look and the removal another process may have removed it, and a third one have taken
 * the lock: what was moved away is looked at again.
 */
function removeAbandoned(folder: string): boolean {
  const holder = join(folder, 'holder');
  const seen = linkText(holder);
  if (seen === undefined) return true;
  if (isRunning(seen)) return false;
  const aside = join(folder, `abandoned-${process.pid}-${++taken}`);
  try {
    renameSync(holder, aside);
  } catch {
    return true;
  }
  const moved = linkText(aside);
  if (moved !== undefined && moved !== seen) makeLink(folder, moved, holder);
  leave(aside);
  return moved === seen;
}

/** `false` where there is one. The folder is removed by the one who leaves it empty, perhaps at this moment. */
function makeLink(folder: string, text: string, path: string): boolean {
  for (;;) {
    try {
      symlinkSync(text, path);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      if (code !== 'ENOENT') throw error;
    }
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function leave(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody who found it abandoned was faster.
  }
  try {
    rmdirSync(join(path, '..'));
  } catch {
    // Others are in it.
  }
}

function linkText(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
