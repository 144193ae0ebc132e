import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The socket of the tour of a state folder: two servers on one machine do not meet there. */
export function tourSocket(stateFolder: string): string {
  return `muxwright-tour-${createHash('sha256').update(stateFolder).digest('hex').slice(0, 12)}`;
}

/** What is known of a running tour. */
export interface TourNote {
  /** Logs of its panes: nobody can ask for them when its tmux server is gone. */
  readonly logs: readonly string[];
}

/** Says in the state folder that a tour goes on, for a server that comes after one that was killed. */
export async function writeTourNote(stateFolder: string, note: TourNote = { logs: [] }): Promise<void> {
  await writeFile(noteOf(stateFolder), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

/** `undefined` where none is running. */
export async function readTourNote(stateFolder: string): Promise<TourNote | undefined> {
  const text = await readFile(noteOf(stateFolder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { logs } = JSON.parse(text) as Partial<TourNote>;
    return { logs: Array.isArray(logs) ? logs.filter((log) => typeof log === 'string') : [] };
  } catch {
    return { logs: [] };
  }
}

export async function removeTourNote(stateFolder: string): Promise<void> {
  await rm(noteOf(stateFolder), { force: true });
}

function noteOf(stateFolder: string): string {
  return join(stateFolder, 'tour.json');
}
