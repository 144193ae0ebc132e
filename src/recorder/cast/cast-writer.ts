import { constants } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMuxError, MuxError, makeFolders, openRegularFile } from '../../model/index.js';
import { CastEncoder, encodeHeader } from './cast-encoder.js';
import type { CastEvent, CastHeader } from './cast-event.js';
import { repairCast } from './repair-cast.js';

export interface CastWriterOptions {
  /**
   * Bytes after which only markers and the exit are written.
   * @default 67108864
   */
  readonly maxBytes?: number | undefined;
}

const castDefaults = Object.freeze({
  /** An hour of a busy program. */
  maxBytes: 64 * 1024 * 1024,
  /** Kept for the last words of a recording that is full: why, and how the program ended. */
  reserveBytes: 4 * 1024,
});

/**
 * Writes one recording into a file that only its owner can read. Whole lines are appended in one write each time, so
 * what a process leaves that is killed at any moment is a recording but for a last line that is cut.
 */
export class CastWriter implements AsyncDisposable {
  readonly path: string;
  readonly header: CastHeader;
  readonly #file: FileHandle;
  readonly #encoder: CastEncoder;
  readonly #maxBytes: number;
  /** Where the recording stood when it was opened, in seconds. */
  readonly at: number;
  #bytes: number;
  #full = false;
  #closed = false;

  private constructor(
    path: string,
    file: FileHandle,
    header: CastHeader,
    begin: { readonly at: number; readonly bytes: number },
    options: CastWriterOptions,
  ) {
    this.path = path;
    this.header = header;
    this.#file = file;
    this.#encoder = new CastEncoder(header.format, begin.at);
    this.at = begin.at;
    this.#bytes = begin.bytes;
    this.#maxBytes = options.maxBytes ?? castDefaults.maxBytes;
  }

  /** Begins a recording. A file that is there is not touched: it fails with `FILE_EXISTS`. */
  static async create(
    path: string,
    header: CastHeader,
    options: CastWriterOptions = {},
  ): Promise<CastWriter> {
    const file = await opened(path, constants.O_CREAT | constants.O_EXCL);
    try {
      return new CastWriter(path, file, header, await begun(file, path, header), options);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Continues a recording that its writer left; an incomplete line is removed. */
  static async resume(
    path: string,
    header: CastHeader,
    options: CastWriterOptions = {},
  ): Promise<CastWriter> {
    const file = await opened(path, 0);
    const found = await repairCast(file, path);
    if (found) return new CastWriter(path, file, found.header, found, options);
    return new CastWriter(path, file, header, await begun(file, path, header), options);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether output was left out because there is no room for it. */
  get full(): boolean {
    return this.#full;
  }

  /** Appends events, in order. Output that has no room is left out, and so is all output from then on. */
  async append(events: readonly CastEvent[]): Promise<void> {
    if (this.#closed) throw new MuxError('CLOSED', `The recording '${this.path}' is closed.`);
    let text = '';
    let bytes = 0;
    const add = (event: CastEvent, limit: number): boolean => {
      const line = this.#encoder.encode(event);
      const size = Buffer.byteLength(line);
      if (this.#bytes + bytes + size > limit) {
        this.#encoder.undo();
        return false;
      }
      text += line;
      bytes += size;
      return true;
    };
    for (const event of events) {
      if (event.type === 'exit') add(event, Number.POSITIVE_INFINITY);
      else if (event.type === 'marker') add(event, this.#maxBytes + castDefaults.reserveBytes);
      else if (!this.#full && !add(event, this.#maxBytes)) {
        this.#full = true;
        add({ at: event.at, type: 'marker', label: FULL }, Number.POSITIVE_INFINITY);
      }
    }
    if (text !== '') await this.#write(text);
    this.#bytes += bytes;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #write(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text);
    } catch (error) {
      // Half of it may be there: the recording shall end with a whole line.
      await this.#file.truncate(this.#bytes).catch(() => {});
      throw unwritable(this.path, error as NodeJS.ErrnoException);
    }
  }
}

const FULL = 'The recording is full: output is missing from here on';

async function opened(path: string, flags: number): Promise<FileHandle> {
  try {
    if (flags !== 0) makeFolders(dirname(path), 0o700);
    const append = constants.O_RDWR | constants.O_APPEND | flags;
    return await openRegularFile(path, { flags: append, noFollow: true });
  } catch (error) {
    throw isMuxError(error) ? error : unwritable(path, error as NodeJS.ErrnoException);
  }
}

/** Writes the first line. */
async function begun(
  file: FileHandle,
  path: string,
  header: CastHeader,
): Promise<{ readonly at: number; readonly bytes: number }> {
  const line = encodeHeader(header);
  try {
    await file.appendFile(line);
  } catch (error) {
    await file.close();
    throw unwritable(path, error as NodeJS.ErrnoException);
  }
  return { at: 0, bytes: Buffer.byteLength(line) };
}

function unwritable(path: string, error: NodeJS.ErrnoException): MuxError {
  const details = { path, reason: error.code };
  if (error.code === 'EEXIST') {
    return new MuxError('FILE_EXISTS', `'${path}' is there already, and is not written over.`, {
      suggestion: 'Give another file, or remove it first.',
      details,
    });
  }
  const code =
    error.code === 'EACCES' || error.code === 'EPERM'
      ? 'PERMISSION_DENIED'
      : error.code === 'ENOENT'
        ? 'FILE_NOT_FOUND'
        : 'HOST_IO_FAILED';
  return new MuxError(code, `The recording '${path}' cannot be written (${error.code}).`, {
    details,
    cause: error,
  });
}
