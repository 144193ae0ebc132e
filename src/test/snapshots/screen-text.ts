import { MuxError } from '../../model/index.js';
import { columnWidth, plainStyle, type TextStyle } from '../../vt/index.js';
import type { Place, ScreenGrid } from '../locators/screen-grid.js';
import { styleWords } from '../locators/style-query.js';
import { testDefaults } from '../test-defaults.js';

export interface ScreenTextOptions {
  /** What is the same however it looks: its text and its style are left out. */
  readonly masks: readonly Place[];
  /** What nobody may read. */
  readonly hidden: readonly Place[];
}

/**
 * A screen as a file that a person can read and compare: what it depends on, its rows behind `|`, and below a row that has
 * styles a line for each of them, with the first and the last column.
 */
export function screenSnapshot(grid: ScreenGrid, { masks, hidden }: ScreenTextOptions): string {
  const { width, height, cursor } = grid.screen;
  const rows = grid.whole.map(({ row }) => rowLines(grid, row, masks, hidden));
  while (rows.length > 0 && rows.at(-1)?.join() === '|') rows.pop();
  return `${[
    FIRST_LINE,
    `size ${width}x${height}`,
    `cursor ${cursor.visible ? `${cursor.x},${cursor.y}` : 'hidden'}`,
    `term ${testDefaults.term}`,
    `locale ${testDefaults.locale}`,
    ...rows.flat(),
  ].join('\n')}\n`;
}

const FIRST_LINE = 'muxwright screen 1';
const MASK = '░';

interface Letter {
  readonly text: string;
  readonly column: number;
  readonly look: string;
}

function rowLines(
  grid: ScreenGrid,
  row: number,
  masks: readonly Place[],
  hidden: readonly Place[],
): string[] {
  const letters = lettersOf(grid, row, masks, hidden);
  const text = letters
    .map((letter) => letter.text)
    .join('')
    .trimEnd();
  return [`|${text}`, ...runsOf(letters).map(({ from, to, look }) => `^ ${from}..${to} ${look}`)];
}

function lettersOf(
  grid: ScreenGrid,
  row: number,
  masks: readonly Place[],
  hidden: readonly Place[],
): Letter[] {
  const covers = (places: readonly Place[], column: number): boolean =>
    places.some((place) => place.some((span) => span.row === row && column >= span.from && column < span.to));
  return grid.cells({ row, from: 0, to: grid.screen.width }).flatMap(({ text, column, style }): Letter[] => {
    const width = Math.max(1, columnWidth(text));
    const drawn = (letter: string): Letter[] =>
      Array.from({ length: width }, (_, at) => ({ text: letter, column: column + at, look: '' }));
    if (covers(masks, column)) return drawn(MASK);
    if (covers(hidden, column)) return drawn('*');
    return [{ text, column, look: styleWords(text.trim() === '' ? seenOnBlanks(style) : style) }];
  });
}

/** Of a blank only these can be seen. */
function seenOnBlanks({ background, reverse, underline, struck, foreground }: TextStyle): TextStyle {
  const line = { ...(underline && { underline }), ...(struck && { struck }) };
  return { ...plainStyle, background, reverse, foreground: reverse ? foreground : undefined, ...line };
}

interface Run {
  readonly look: string;
  readonly from: number;
  to: number;
}

function runsOf(letters: readonly Letter[]): Run[] {
  const runs: Run[] = [];
  for (const { text, column, look } of letters) {
    const to = column + Math.max(1, columnWidth(text)) - 1;
    const last = runs.at(-1);
    // A blank between two words of one look has it as well, for all that can be seen.
    if (
      last?.look === look &&
      (last.to === column - 1 || (look !== '' && isBlankAt(letters, last.to + 1, column)))
    )
      last.to = to;
    else if (look !== '') runs.push({ look, from: column, to });
  }
  return runs;
}

/** Whether only one blank of no look stands between two columns. */
function isBlankAt(letters: readonly Letter[], column: number, before: number): boolean {
  const letter = letters.find((one) => one.column === column);
  return before === column + 1 && letter?.text === ' ' && letter.look === '';
}

/** Refuses a file that was not written as a snapshot, or was changed by hand so that it is none. */
export function checkSnapshot(text: string, path: string): void {
  const lines = text.replace(/\n$/, '').split('\n');
  const rules = [FIRST_LINE, /^size \d+x\d+$/, /^cursor (\d+,\d+|hidden)$/, /^term \S+$/, /^locale \S+$/];
  for (const [at, line] of lines.entries()) {
    const rule = rules[at] ?? /^(\|.*|\^ \d+\.\.\d+ \S.*)$/u;
    if (typeof rule === 'string' ? line === rule : rule.test(line)) continue;
    throw broken(path, `line ${at + 1} is ${JSON.stringify(line.slice(0, 60))}`);
  }
  if (lines.length < rules.length) throw broken(path, `it ends after line ${lines.length}`);
  if (lines[rules.length]?.startsWith('^'))
    throw broken(path, `line ${rules.length + 1} has a style for no row`);
}

function broken(path: string, why: string): MuxError {
  return new MuxError('SNAPSHOT_INVALID', `The file ${path} is not a screen snapshot: ${why}.`, {
    suggestion: 'Take it back from version control, or remove it and update the snapshots.',
  });
}
