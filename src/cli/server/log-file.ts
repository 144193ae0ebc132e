import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { MuxError } from '../../model/index.js';

/** A log that is appended to, and readable for its owner only. */
export class LogFile implements Disposable {
  readonly #path: string;
  #stream: WriteStream;

  /** Fails with `FILE_NOT_FOUND` where it cannot be written. */
  static async open(path: string): Promise<LogFile> {
    try {
      await (await open(path, 'a', 0o600)).close();
    } catch (cause) {
      const { code = '' } = cause as NodeJS.ErrnoException;
      throw new MuxError('FILE_NOT_FOUND', `The log file '${path}' cannot be written (${code}).`, {
        suggestion: 'Give the path of a file in a folder that you may write to.',
        cause,
      });
    }
    return new LogFile(path);
  }

  private constructor(path: string) {
    this.#path = path;
    this.#stream = stream(path);
  }

  write(line: string): void {
    this.#stream.write(line);
  }

  /** Begins a new file where the old one was moved away. */
  reopen(): void {
    this.#stream.end();
    this.#stream = stream(this.#path);
  }

  [Symbol.dispose](): void {
    this.#stream.end();
  }
}

function stream(path: string): WriteStream {
  const out = createWriteStream(path, { flags: 'a', mode: 0o600 });
  // A disk that is full ends no server.
  out.on('error', () => {});
  return out;
}
