import { randomBytes } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { privateFolder } from '../private-folder.js';

/**
 * A new path for a control socket, in a folder that only this user can look into. The folder is the same for every
 * process of the user, so that none is left behind by a process that was killed; ssh removes its socket itself.
 */
export async function newSocketPath(): Promise<string> {
  const folder = await privateFolder(MAX_FOLDER_BYTES);
  await removeDeadSockets(folder);
  return join(folder, randomBytes(6).toString('hex'));
}

/** The system allows 104 bytes (macOS) with the final NUL; ssh adds a dot and 16 letters while it makes the socket. */
const MAX_FOLDER_BYTES = 103 - 17 - '/0123456789ab'.length;

/** An ssh that was killed could not remove its socket. A young one may belong to an ssh that is about to listen. */
async function removeDeadSockets(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => removeIfDead(join(folder, name)).catch(() => {})));
}

async function removeIfDead(path: string): Promise<void> {
  const stats = await lstat(path);
  if (!stats.isSocket() || Date.now() - stats.mtimeMs < 60_000) return;
  if (await refusesConnections(path)) await unlink(path);
}

function refusesConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
