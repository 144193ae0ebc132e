import type { Output } from './output.js';

/**
 * Lines at the end of the output that change in place. If stdout is not a terminal, they are printed again, with
 * an empty line between.
 */
export class LiveView implements Disposable {
  readonly #output: Output;
  readonly #stopResize: () => void;
  #lines: readonly string[] = [];
  #drawn = 0;

  constructor(output: Output) {
    this.#output = output;
    this.#stopResize = output.onResize(() => this.#draw());
  }

  show(lines: readonly string[]): void {
    this.#lines = lines;
    if (this.#output.live) this.#draw();
    else this.#output.print(`${lines.join('\n')}\n\n`);
  }

  [Symbol.dispose](): void {
    this.#stopResize();
  }

  #draw(): void {
    const lines = cropped(this.#lines, this.#output.rows - 1);
    // A line that wrapped would be two, and going up would end too low; so wrapping is off meanwhile.
    const up = this.#drawn > 0 ? `\x1b[${this.#drawn}A` : '';
    this.#output.print(`\x1b[?7l${up}\r\x1b[J${lines.map((line) => `${line}\n`).join('')}\x1b[?7h`);
    this.#drawn = lines.length;
  }
}

/** What has left the top of a terminal cannot be drawn again, so no more lines than it has. */
function cropped(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const shown = Math.max(0, rows - 1);
  return [...lines.slice(0, shown), `… and ${lines.length - shown} more lines`];
}
