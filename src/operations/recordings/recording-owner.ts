import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from '../../hosts/process-tree.js';

/** Says who writes recordings: this process, on this machine, since when, and which of its runtimes. */
export function newOwner(): string {
  return [hostname(), process.pid, startOf(process.pid), randomBytes(6).toString('hex')].join(':');
}

/** Whether the process may still write: of one on another machine nobody here can tell. */
export function mayStillWrite(owner: string | undefined): boolean {
  const [machine, pid, start = ''] = owner?.split(':') ?? [];
  if (machine === undefined) return false;
  if (machine !== hostname()) return true;
  // The number of a process is given again.
  return isAlive(Number(pid)) && (start === '' || startOf(Number(pid)) === start);
}

/** When a process was started, as the kernel counts; empty where that cannot be known. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
