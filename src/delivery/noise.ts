import type { Look } from './pane-view.js';

/**
 * Which rows of a screen change by themselves: spinners, clocks, progress. Told every look from before Enter, it knows
 * the rows whose later change says nothing.
 */
export class Noise {
  readonly rows = new Set<number>();
  #last: Look | undefined;

  see(look: Look): void {
    const last = this.#last;
    this.#last = look;
    if (!last) return;
    const rows = Math.max(last.screen.rows.length, look.screen.rows.length);
    for (let row = 0; row < rows; row++) {
      if (last.screen.rows[row] === look.screen.rows[row]) continue;
      if (!isInput(last, row) && !isInput(look, row)) this.rows.add(row);
    }
  }

  /** The first row that looks different and was quiet before. */
  change(before: Look, now: Look): number | undefined {
    const rows = Math.max(before.screen.rows.length, now.screen.rows.length);
    for (let row = 0; row < rows; row++) {
      if (!this.rows.has(row) && appearance(before, row) !== appearance(now, row)) return row;
    }
    return undefined;
  }

  /** What changed up to now was our own doing. */
  expectChange(): void {
    this.#last = undefined;
  }
}

/** With its attributes: a choice may be highlighted by colour alone. */
function appearance({ screen }: Look, row: number): string {
  return JSON.stringify(screen.styledRows[row] ?? []);
}

function isInput({ agent, screen }: Look, row: number): boolean {
  const box = agent.input;
  return box ? row >= box.firstRow && row <= box.lastRow : row === screen.cursor.y;
}
