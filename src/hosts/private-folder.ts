import { lstatSync, mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder on this machine that only this user can look into, the same for all its processes, for sockets and locks.
 *
 * @param maxBytes the longest path that will do
 */
export async function privateFolder(maxBytes = Number.POSITIVE_INFINITY): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const runtime = process.env.XDG_RUNTIME_DIR;
  const candidates = [
    ...(runtime === undefined ? [] : [join(runtime, 'muxwright')]),
    join(tmpdir(), `muxwright-${uid}`),
    join('/tmp', `muxwright-${uid}`),
  ];
  for (const folder of candidates) {
    if (Buffer.byteLength(folder) <= maxBytes && isPrivate(folder, uid)) return folder;
  }
  // Somebody else took the name: a folder with a name that nobody can foresee, one for this process.
  unforeseeable ??= mkdtemp(join('/tmp', 'muxwright-'));
  return unforeseeable;
}

let unforeseeable: Promise<string> | undefined;

function isPrivate(folder: string, uid: number): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  try {
    const stats = lstatSync(folder);
    return stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
