import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rm, stat } from 'node:fs/promises';
import { MuxError } from '../model/index.js';
import { storeDefaults } from './store-defaults.js';

/** Bytes of a key for AES-256. */
export const KEY_BYTES = 32;

/** The key in the file, or `undefined` where there is no file. */
export async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) await chmod(path, storeDefaults.fileMode);
    const key = await readFile(path);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw keyError(path, 'cannot be read', error);
  }
  throw keyError(path, 'is not a key: it has the wrong length');
}

/** Makes a key. Where several processes do so at once, all get the same one. */
export async function makeKey(path: string): Promise<Buffer> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // Whole, and on the disk, before it has its name: what is encrypted with a key that a power cut took is lost.
    await using file = await open(temporary, 'wx', storeDefaults.fileMode);
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
    await giveName(temporary, path);
  } catch (error) {
    throw keyError(path, 'cannot be made', error);
  } finally {
    await rm(temporary, { force: true });
  }
  const key = await readKey(path);
  if (key) return key;
  throw keyError(path, 'was removed as soon as it was made');
}

/** Unlike a rename, a link takes no name that is taken: the first one stays. */
async function giveName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function keyError(path: string, what: string, cause?: unknown): MuxError {
  return new MuxError('VAULT_KEY_MISSING', `The key file '${path}' ${what}.`, {
    suggestion: 'Look at the file and the rights of its folder, or put the right key back.',
    details: { path },
    cause,
  });
}
