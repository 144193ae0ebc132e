import { isThere, machineProcess } from '../hosts/index.js';
import type { RunRecord } from '../store/index.js';

/** Ids of the runs that this process is starting: they have a row, and no pane yet. */
const startingHere = new Set<string>();

/** Starts a run, which is known as one that is being started meanwhile. */
export async function whileStarting<T>(id: string, start: () => Promise<T>): Promise<T> {
  startingHere.add(id);
  try {
    return await start();
  } finally {
    startingHere.delete(id);
  }
}

/**
 * Whether the process that starts a run is still about to. Its age does not tell: a clock may have been set, or a laptop
 * have slept. `false` where nobody here can tell.
 */
export function isBeingStarted({ id, starter }: Pick<RunRecord, 'id' | 'starter'>): boolean {
  if (starter === machineProcess()) return startingHere.has(id);
  return starter !== undefined && isThere(starter) === true;
}
