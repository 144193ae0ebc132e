import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The socket of the tour of a state folder: two servers on one machine do not meet there. */
export function tourSocket(stateFolder: string): string {
  return `muxwright-tour-${createHash('sha256').update(stateFolder).digest('hex').slice(0, 12)}`;
}

/** Says in the state folder that a tour goes on, for a server that comes after one that was killed. */
export async function writeTourNote(stateFolder: string): Promise<void> {
  await writeFile(noteOf(stateFolder), '{}\n', { mode: 0o600 });
}

export async function hasTourNote(stateFolder: string): Promise<boolean> {
  return readFile(noteOf(stateFolder)).then(
    () => true,
    () => false,
  );
}

export async function removeTourNote(stateFolder: string): Promise<void> {
  await rm(noteOf(stateFolder), { force: true });
}

function noteOf(stateFolder: string): string {
  return join(stateFolder, 'tour.json');
}
