import { type Cell, cellsOf, cellsText, isBlankCell, type TextStyle } from '../vt/index.js';
import { insideColumns, isHorizontalRule, isSideBorder } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

/** One entry of a list on the screen. */
export interface ListRow {
  readonly row: number;
  readonly pointer: string | undefined;
  readonly number: number | undefined;
  /** Whether there is a box to tick, or a radio button. */
  readonly box: boolean;
  /** Whether its radio button is on. */
  readonly chosen: boolean;
  /** The column of the number, or of the box, or of the label. */
  readonly column: number;
  readonly label: string;
  /** Whether a description stands behind the label. */
  readonly described: boolean;
  readonly reverse: boolean;
  /** Colours and attributes of the label as one word, or `mixed`. */
  readonly look: string;
}

/** Reads rows as entries of lists, each row once. */
export class ListReader {
  readonly screen: StyledScreen;
  readonly #pointers: readonly string[];
  readonly #cells = new Map<number, Cell[]>();
  readonly #rows = new Map<number, ListRow | undefined>();

  constructor(screen: StyledScreen, pointers: readonly string[]) {
    this.screen = screen;
    this.#pointers = pointers;
  }

  /** What stands in a row, between the sides of a box if it is in one. */
  cells(row: number): Cell[] {
    let cells = this.#cells.get(row);
    if (!cells) {
      const all = cellsOf(this.screen.styledRows[row] ?? []);
      const inside = insideColumns(all, this.screen.width);
      cells = all.filter(({ column }) => column >= inside.from && column < inside.to);
      this.#cells.set(row, cells);
    }
    return cells;
  }

  /** The column that text in a row has to end before. */
  to(row: number): number {
    const last = this.cells(row).at(-1);
    const { width } = this.screen;
    return last && this.#isClosed(row) ? last.column + 1 : width;
  }

  entry(row: number): ListRow | undefined {
    if (!this.#rows.has(row)) this.#rows.set(row, readEntry(this.cells(row), row, this.#pointers));
    return this.#rows.get(row);
  }

  #isClosed(row: number): boolean {
    const text = this.screen.rows[row]?.trim() ?? '';
    return text.length > 1 && isSideBorder(text.at(0)) && isSideBorder(text.at(-1));
  }
}

function readEntry(cells: readonly Cell[], row: number, pointers: readonly string[]): ListRow | undefined {
  const text = cellsText(cells).trimEnd();
  const start = text.trimStart();
  if (start === '' || isHorizontalRule(start)) return undefined;
  const pointer = pointerOf(start, pointers);
  const lead = pointer ?? moreMark.exec(start)?.[0] ?? '';
  const [, marks = '', number, box] = entry.exec(start.slice(lead.length)) ?? [];
  const before = text.length - start.length + lead.length;
  const skipped = (/^[\s\u00a0]*/u.exec(text.slice(before))?.[0].length ?? 0) + before;
  const label = cells.slice(indexOfText(cells, before + marks.length));
  const words = cellsText(label).trimEnd();
  if (words === '') return undefined;
  return {
    row,
    pointer,
    number: number === undefined ? undefined : Number(number),
    box: box !== undefined,
    chosen: box !== undefined && /[●◉•]/u.test(box),
    column: cells[indexOfText(cells, skipped)]?.column ?? 0,
    label: words.split(/\s{2,}/u)[0] ?? '',
    described: /\S\s{2,}\S/u.test(words),
    reverse: isReverse(cells),
    look: lookOf(label),
  };
}

/** A dot points only where a number follows; before words it is a radio button or the mark of a message. */
function pointerOf(text: string, pointers: readonly string[]): string | undefined {
  const pointer = pointers.find(
    (each) => text.startsWith(each) && /^[\s\u00a0]/u.test(text.slice(each.length)),
  );
  return pointer ?? /^([●◉•])\s+\d{1,2}[.)]\s/u.exec(text)?.[1];
}

/** Before the first or the last of the choices there is room for: more of them are above, or below. */
const moreMark = /^[↑↓](?=[\s\u00a0]+\d{1,2}[.)][\s\u00a0])/u;

/** `1. `, `2) `, and boxes: `[x]`, `( )`, `◉`, `☐`. */
const entry =
  /^((?:[\s\u00a0]*)(?:(\d{1,2})[.)][\s\u00a0]+)?(?:(\[[ xX✓✔*]\]|\([ xX•*]?\)|[◯◉○●◻◼☐☑☒✔])[\s\u00a0]+)?)/u;

/** The cell in which the text at an index begins. */
function indexOfText(cells: readonly Cell[], index: number): number {
  let length = 0;
  const found = cells.findIndex((cell) => {
    const here = length >= index;
    length += cell.text.length;
    return here;
  });
  return found < 0 ? cells.length : found;
}

function isReverse(cells: readonly Cell[]): boolean {
  const letters = cells.filter((cell) => !isBlankCell(cell));
  return letters.length > 1 && letters.every((cell) => cell.style.reverse);
}

function lookOf(cells: readonly Cell[]): string {
  let first: TextStyle | undefined;
  for (const { style, text } of cells) {
    if (style === first || text.trim() === '') continue;
    if (first !== undefined && look(style) !== look(first)) return 'mixed';
    first = style;
  }
  return first === undefined ? 'mixed' : look(first);
}

function look(style: TextStyle): string {
  return `${style.foreground} ${style.background} ${style.reverse} ${style.bold}`;
}
