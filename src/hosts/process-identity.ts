import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from './process-tree.js';

/** This process, by its number and the moment it was started at: a number is given to another process later. */
export function thisProcess(): string {
  own ??= `${process.pid}:${statOf(process.pid)?.startTime ?? ''}`;
  return own;
}

/** Whether a process that was named by `thisProcess` lives and was not stopped; text behind its name is ignored. */
export function isRunning(identity: string): boolean {
  const [pid = '', startTime = ''] = identity.split(' ', 1)[0]?.split(':') ?? [];
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  const stat = statOf(Number(pid));
  // Without /proc (macOS) a process is known by its number alone.
  if (!stat) return thisProcess().endsWith(':');
  if (startTime !== '' && stat.startTime !== startTime) return false;
  return !ENDED_OR_STOPPED.has(stat.state);
}

/** This process among those of several machines. */
export function machineProcess(): string {
  return `${hostname()}:${thisProcess()}`;
}

/**
 * Whether a process that was named by `machineProcess` exists, also if it was stopped; `undefined` for one on another
 * machine. Text behind its name and another colon is ignored.
 */
export function isThere(identity: string): boolean | undefined {
  const [machine, pid, startTime = ''] = identity.split(':');
  if (machine !== hostname()) return undefined;
  return isAlive(Number(pid)) && (startTime === '' || statOf(Number(pid))?.startTime === startTime);
}

let own: string | undefined;

/** Dead, waiting for its parent to hear of it, stopped by a signal, stopped by a debugger. */
const ENDED_OR_STOPPED: ReadonlySet<string> = new Set(['X', 'Z', 'T', 't']);

interface ProcessStat {
  readonly state: string;
  /** In ticks since the machine was started. */
  readonly startTime: string;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may itself contain some.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
