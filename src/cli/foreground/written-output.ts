import { write } from 'node:fs';

/**
 * Writes to stdout in order without ever blocking this process, which must keep reading from tmux. Output that a
 * slow reader has not read is queued here, up to a limit.
 */
export class WrittenOutput {
  readonly #fd: number;
  readonly #onError: (error: NodeJS.ErrnoException) => void;
  #queue: Buffer[] = [];
  #bytes = 0;
  #writing = false;
  #failed = false;
  #idle: (() => void)[] = [];

  constructor(fd: number, onError: (error: NodeJS.ErrnoException) => void) {
    this.#fd = fd;
    this.#onError = onError;
  }

  /** `false` where too much is waiting, and this was left out. */
  write(data: Buffer): boolean {
    if (this.#failed) return true;
    if (this.#bytes + data.length > MOST_BYTES) return false;
    this.#queue.push(data);
    this.#bytes += data.length;
    if (!this.#writing) this.#next(Buffer.concat(this.#queue.splice(0)));
    return true;
  }

  /** Resolves when everything has been written, or cannot be. */
  written(): Promise<void> {
    if (!this.#writing) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #next(data: Buffer): void {
    this.#writing = true;
    write(this.#fd, data, 0, data.length, null, (error, written) => {
      if (error && (error as NodeJS.ErrnoException).code === 'EAGAIN') {
        // Somebody has made the terminal non-blocking: it takes more in a moment.
        setTimeout(() => this.#next(data), 5);
        return;
      }
      if (error) return this.#fail(error);
      this.#bytes -= written;
      if (written < data.length) return this.#next(data.subarray(written));
      if (this.#queue.length > 0) return this.#next(Buffer.concat(this.#queue.splice(0)));
      this.#done();
    });
  }

  #fail(error: NodeJS.ErrnoException): void {
    this.#failed = true;
    this.#queue = [];
    this.#bytes = 0;
    // First: the caller must not take what is not written for what is.
    this.#onError(error);
    this.#done();
  }

  #done(): void {
    this.#writing = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

const MOST_BYTES = 128 * 1024 * 1024;
