import { withoutSequences } from '../../vt/index.js';
import type { Leaving } from './leaving.js';
import { TerminalFilter } from './terminal-filter.js';
import { WrittenOutput } from './written-output.js';

/** Where the output of a command goes. */
export interface ShownOutput {
  /** What it prints, as it comes. */
  live(data: Buffer): void;
  gap(): void;
  /**
   * The same as whole lines, from the log; resolves when there are no more, and all are written.
   *
   * @param seenLive resolves when nothing more comes live, with whether all came
   */
  print(lines: AsyncIterable<readonly string[]>, seenLive: Promise<boolean>): Promise<void>;
  /** @param restore whether the command could not tidy up the terminal itself */
  end(restore: boolean): Promise<void>;
  /** Whether something was left out. */
  readonly incomplete: boolean;
}

/** A terminal: byte for byte, at once. What comes faster than it can show for long is left out. */
export class TerminalOutput implements ShownOutput {
  readonly #filter = new TerminalFilter();
  readonly #written: WrittenOutput;
  incomplete = false;

  constructor(fd: number, leaving: Leaving) {
    this.#written = new WrittenOutput(fd, leaving.cannotWrite);
  }

  live(data: Buffer): void {
    this.#write(this.#filter.push(data));
  }

  gap(): void {
    this.incomplete = true;
  }

  async print(): Promise<void> {}

  async end(restore: boolean): Promise<void> {
    this.#write(this.#filter.end());
    if (restore) this.#write(Buffer.from(this.#filter.modes.restore()));
    await this.#written.written();
  }

  #write(data: Buffer): void {
    if (data.length > 0 && !this.#written.write(data)) this.incomplete = true;
  }
}

/**
 * A file or another program: plain lines from the log, of which none is left out however slow the reader is. A last line
 * without an end is only told by what comes live.
 */
export class PlainOutput implements ShownOutput {
  readonly incomplete = false;
  readonly #written: WrittenOutput;
  #endsWithLine = true;
  #over = false;

  constructor(fd: number, leaving: Leaving) {
    this.#written = new WrittenOutput(fd, leaving.cannotWrite);
    void leaving.left.then(() => {
      this.#over = true;
    });
  }

  live(data: Buffer): void {
    this.#endsWithLine = data.at(-1) === 0x0a;
  }

  gap(): void {}

  async print(lines: AsyncIterable<readonly string[]>, seenLive: Promise<boolean>): Promise<void> {
    let last: string | undefined;
    for await (const some of lines) {
      if (this.#over) return;
      const text = [...(last === undefined ? [] : [last]), ...some].map(withoutSequences);
      last = some.at(-1) ?? last;
      // The last one waits: whether it has an end is known at the end.
      const whole = last === undefined ? text : text.slice(0, -1);
      this.#written.write(Buffer.from(whole.map((line) => `${line}\n`).join('')));
      await this.#written.written();
    }
    if (last === undefined) return;
    const open = (await seenLive) && !this.#endsWithLine;
    this.#written.write(Buffer.from(`${withoutSequences(last)}${open ? '' : '\n'}`));
    await this.#written.written();
  }

  end(): Promise<void> {
    return this.#written.written();
  }
}
