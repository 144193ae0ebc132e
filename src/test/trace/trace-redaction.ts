import { RedactingStream, redactedScreen, secretCells } from '../../redaction/index.js';
import { LiveRedactor } from '../../redaction/live-redactor.js';
import type { StyledScreen } from '../../screen/index.js';
import { type Cell, cellsOf, columnWidth, type StyledRun } from '../../vt/index.js';

/**
 * Takes out of a trace what nobody may read: what the rules of redaction know, and what the test has typed as a secret or
 * at a prompt that does not show it. A trace is written when all of these are known, so that they are hidden from its
 * beginning on.
 */
export class TraceRedaction {
  readonly #values: readonly string[];
  readonly #redactor: LiveRedactor;
  readonly #screens = new WeakMap<StyledScreen, StyledScreen>();

  constructor(values: readonly string[]) {
    this.#values = values;
    this.#redactor = new LiveRedactor({ secrets: values });
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  /** A screen in which every character stands where it did. */
  screen(screen: StyledScreen): StyledScreen {
    const known = this.#screens.get(screen) ?? this.#hidden(screen);
    this.#screens.set(screen, known);
    return known;
  }

  /** For the output of a terminal, in order. */
  stream(): RedactingStream {
    return new RedactingStream(this.#redactor, { keepsColumns: true });
  }

  #hidden(screen: StyledScreen): StyledScreen {
    const covered = covering(screen, secretCells(screen.rows, this.#values));
    const redact = (lines: readonly string[]): string[] => {
      const masked = this.#redactor.lines((found) => '*'.repeat(columnWidth(found)));
      return this.#redactor.screen(lines.map((line) => masked.line(line)));
    };
    return { ...redactedScreen(covered, redact), title: this.text(screen.title) };
  }
}

function covering(screen: StyledScreen, places: ReturnType<typeof secretCells>): StyledScreen {
  if (places.length === 0) return screen;
  const rows = screen.styledRows.map((row, at) => {
    const here = places.filter(({ row: line }) => line === at);
    if (here.length === 0) return row;
    const isHidden = ({ column }: Cell): boolean =>
      here.some((place) => column >= place.column && column < place.column + place.length);
    return cellsOf(row).map(
      (cell): StyledRun => ({
        ...cell.style,
        text: isHidden(cell) ? '*'.repeat(Math.max(1, columnWidth(cell.text))) : cell.text,
      }),
    );
  });
  return { ...screen, styledRows: rows };
}
