import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MuxError } from './mux-error.js';

export interface OpenRegularOptions {
  /**
   * How it is opened, as `constants` of `node:fs`.
   * @default O_RDONLY
   */
  readonly flags?: number;
  /** Permission bits of a file that the flags create. @default 0o600 */
  readonly mode?: number;
  /** Whether a symbolic link at the end of the path is refused. @default false */
  readonly noFollow?: boolean;
}

export interface ReadRegularOptions extends Pick<OpenRegularOptions, 'noFollow'> {
  /** A larger file is refused. @default 16777216 */
  readonly maxBytes?: number;
}

/**
 * Opens a file whose path another program, a project or a caller can choose. Opening a named pipe waits for a writer, in
 * one of the four threads that Node has for all files: four of them stop every file access of the process. So it never
 * waits, and anything that is not a regular file fails with `FILE_REFUSED`.
 *
 * @example
 * await using file = await openRegularFile(path, { noFollow: true });
 */
export async function openRegularFile(path: string, options: OpenRegularOptions = {}): Promise<FileHandle> {
  const { flags = constants.O_RDONLY, mode = 0o600, noFollow = false } = options;
  const careful = constants.O_NONBLOCK | constants.O_NOCTTY | (noFollow ? constants.O_NOFOLLOW : 0);
  const file = await open(path, flags | careful, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP' && noFollow) throw refused(path, 'a symbolic link', error);
    // What O_NONBLOCK makes of a pipe without a reader, and of a socket.
    if (error.code === 'ENXIO') throw refused(path, 'a pipe or a socket', error);
    throw error;
  });
  try {
    checkRegular(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The whole of such a file. */
export async function readRegularFile(path: string, options: ReadRegularOptions = {}): Promise<Buffer> {
  const { maxBytes = MAX_BYTES, noFollow = false } = options;
  await using file = await openRegularFile(path, { noFollow });
  const parts: Buffer[] = [];
  for (let length = 0; ; ) {
    const part = Buffer.allocUnsafe(Math.min(CHUNK, maxBytes + 1 - length));
    const { bytesRead } = await file.read(part, 0, part.length, null);
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw refused(path, `larger than ${maxBytes} bytes`);
  }
}

const MAX_BYTES = 16 * 1024 * 1024;
const CHUNK = 64 * 1024;

function checkRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  // As the system itself says it of a folder that is read.
  if (stats.isDirectory())
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
  throw refused(path, kindOf(stats));
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function refused(path: string, what: string, cause?: unknown): MuxError {
  return new MuxError('FILE_REFUSED', `'${path}' is ${what}, and is not read.`, {
    suggestion: 'Give the path of a regular file.',
    details: { path },
    ...(cause !== undefined && { cause }),
  });
}
