import { chmod, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  callOf,
  isElsewhere,
  isMuxError,
  MuxError,
  machineOf,
  makeFolders,
  phrase,
  requireOwnFolder,
} from '../../model/index.js';
import type { RecordingRecord, Store } from '../../store/index.js';

/** The folder for recordings, which only its owner can look into; made where it is missing. */
export async function recordingsFolder(store: Pick<Store, 'folder'>): Promise<string> {
  if (store.folder === undefined) {
    throw new MuxError('INVALID_ARGUMENT', 'A store in memory has no recordings folder.', {
      suggestion: 'Open the store with a path.',
    });
  }
  const folder = join(store.folder, 'recordings');
  try {
    makeFolders(folder, 0o700);
    requireOwnFolder(folder, {
      what: 'the recordings folder',
      suggestion: 'Remove it, or set MUXWRIGHT_HOME to your own folder.',
    });
    await chmod(folder, 0o700);
  } catch (cause) {
    if (isMuxError(cause)) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new MuxError('PERMISSION_DENIED', `The folder '${folder}' cannot be used (${code}).`, {
      suggestion: 'Make it a folder that you own, or set MUXWRIGHT_HOME to another one.',
      details: { folder },
      cause,
    });
  }
  return folder;
}

/** Bytes of a recording's file; fails with `RECORDING_NOT_FOUND` where it is gone. */
export async function recordingSize({ id, path }: RecordingRecord): Promise<number> {
  const there = machineOf(path);
  if (there) {
    throw new MuxError(
      'HOST_ELSEWHERE',
      `The file of recording ${id} is on '${there.machine}': '${there.place}'.`,
      {
        suggestion: `Request it on ${there.machine}, or from the muxwright server there.`,
        details: { id, machine: there.machine, path: there.place },
      },
    );
  }
  try {
    return (await stat(path)).size;
  } catch (cause) {
    throw new MuxError('RECORDING_NOT_FOUND', `The file of recording ${id} no longer exists: '${path}'.`, {
      suggestion: phrase`Remove the recording with ${callOf('recording.remove', { id })}.`,
      details: { id, path },
      cause,
    });
  }
}

/** Removes the file of a recording that is in our folder; a person's own file stays. */
export async function removeFile(store: Store, { path }: RecordingRecord): Promise<boolean> {
  if (resolve(dirname(path)) !== resolve(store.folder ?? '.', 'recordings')) return false;
  await rm(path, { force: true });
  return true;
}

/** Whether its file is on this machine: of others that use the same store, nobody here can do anything about it. */
export function isHere({ path }: RecordingRecord): boolean {
  return !isElsewhere(path);
}
