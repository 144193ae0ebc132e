import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MuxError } from '../../model/index.js';

/**
 * Replaces a file of the state folder in one step; only its owner can read it.
 *
 * @param purpose what does not work without it, for the error: "nobody finds the server"
 */
export async function replaceStateFile(path: string, text: string, purpose: string): Promise<void> {
  const draft = `${path}${DRAFT}${process.pid}`;
  try {
    await removeDrafts(path);
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw notWritable(path, purpose, error as NodeJS.ErrnoException);
  }
}

const DRAFT = '.draft-';

/** A disk that became read-only, or a process that was killed, may have left some. */
async function removeDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}${DRAFT}`;
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of drafts) await rm(join(folder, name), { force: true });
}

function notWritable(path: string, purpose: string, error: NodeJS.ErrnoException): MuxError {
  return new MuxError(
    'PERMISSION_DENIED',
    `'${path}' cannot be written (${error.code}); without the file, ${purpose}.`,
    {
      suggestion: 'Free some disk space, make the disk writable, or move the existing file away.',
      details: { path },
      cause: error,
    },
  );
}
