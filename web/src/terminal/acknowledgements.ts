import type { Terminal } from '@xterm/xterm';

/** Bytes after which a flood is acknowledged, well below what the server sends without an answer. */
const often = 32 * 1024;

/** Tells the server what is drawn, so that a slow browser gets a fresh screen instead of an ever older one. */
export class Acknowledgements {
  readonly #terminal: Terminal;
  readonly #tell: (bytes: number) => void;
  #waiting = 0;
  #drawn = 0;

  constructor(terminal: Terminal, tell: (bytes: number) => void) {
    this.#terminal = terminal;
    this.#tell = tell;
  }

  write(bytes: Uint8Array): void {
    this.#waiting += bytes.length;
    this.#terminal.write(bytes, () => {
      this.#waiting -= bytes.length;
      this.#drawn += bytes.length;
      if (this.#drawn < often && this.#waiting > 0) return;
      this.#tell(this.#drawn);
      this.#drawn = 0;
    });
  }
}
