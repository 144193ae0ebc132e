import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { childEnvironment } from '../child-environment.js';
import { spawnError } from '../spawn-error.js';
import { spawnPiped } from '../spawn-piped.js';

/** Starts an ssh in its own process group: interrupts from the keyboard are for this process to handle. */
export function startSsh(command: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  try {
    return spawnPiped(command, args, { env: childEnvironment(), detached: true });
  } catch (error) {
    throw spawnError(command, 'local')(error as NodeJS.ErrnoException);
  }
}
