import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CallOptions, makeFolders as makeMissing, openRegularFile } from '../model/index.js';
import { fileError } from './file-error.js';
import {
  type FileEntry,
  type FileSlice,
  type HostFiles,
  hostDefaults,
  type ReadFileOptions,
  type WriteFileOptions,
} from './host.js';

/** Files of this machine, without a process in between. */
export class LocalFiles implements HostFiles {
  async read(path: string, options: ReadFileOptions = {}): Promise<FileSlice> {
    const { offset = 0, maxBytes = hostDefaults.maxReadBytes, noFollow = false } = options;
    try {
      await using file = await openRegularFile(path, { noFollow });
      const { size } = await file.stat();
      const data = Buffer.alloc(Math.max(0, Math.min(size - offset, maxBytes)));
      let filled = 0;
      while (filled < data.length) {
        const { bytesRead } = await file.read(data, filled, data.length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return { data: data.subarray(0, filled), nextOffset: offset + filled, size };
    } catch (error) {
      throw fileError('read', path, 'local', error);
    }
  }

  async write(path: string, data: string | Uint8Array, options: WriteFileOptions = {}): Promise<void> {
    const { mode = hostDefaults.fileMode, append = false, makeFolders = false } = options;
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      if (makeFolders) makeMissing(dirname(path), hostDefaults.folderMode);
      if (append) {
        await using file = await openRegularFile(path, { flags: APPEND, mode });
        await file.appendFile(data);
        return;
      }
      await writeFile(temporary, data, { mode, flag: 'wx' });
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw fileError('write', path, 'local', error);
    }
  }

  async list(path: string, _options: CallOptions = {}): Promise<FileEntry[]> {
    try {
      const names = (await readdir(path)).sort();
      const entries = await Promise.all(names.map((name) => describe(path, name)));
      return entries.flatMap((entry) => entry ?? []);
    } catch (error) {
      throw fileError('list', path, 'local', error);
    }
  }

  async remove(path: string, _options: CallOptions = {}): Promise<void> {
    try {
      // A program may put something into a folder while it is being emptied.
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      throw fileError('remove', path, 'local', error);
    }
  }
}

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

/** `undefined` for what is gone since the folder was read. */
async function describe(folder: string, name: string): Promise<FileEntry | undefined> {
  const stats = await lstat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!stats) return undefined;
  return { name, kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other', size: stats.size };
}
