import { randomBytes } from 'node:crypto';
import { isThere, machineProcess } from '../../hosts/index.js';

/** Identifies the writer of a recording: this process, and which of its runtimes. */
export function newOwner(): string {
  return `${machineProcess()}:${randomBytes(6).toString('hex')}`;
}

/** Whether the process may still write: a process on another machine cannot be checked from here. */
export function mayStillWrite(owner: string | undefined): boolean {
  return owner !== undefined && (isThere(owner) ?? true);
}
