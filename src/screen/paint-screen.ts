import { ansiText, cellsOf, columnWidth, rowText, type StyledRun, type TerminalModes } from '../vt/index.js';
import type { StyledScreen } from './styled-screen.js';

/** Everything that a terminal must receive to show the same as another one, and to continue like it. */
export interface ScreenPaint {
  readonly screen: StyledScreen;
  /** What a full-screen program covers, and gives back when it leaves. */
  readonly beneath?: StyledScreen | undefined;
  readonly modes: TerminalModes;
}

export interface PaintedScreen {
  /** Everything, but for the line of the cursor where that is given apart. */
  readonly text: string;
  /**
   * The line that the cursor stands at the end of, to be printed behind `text`: what is printed next belongs to it.
   * `undefined` where the cursor stands elsewhere.
   */
  readonly line: string | undefined;
}

/**
 * The escape sequences that make any terminal of the same size show a screen.
 *
 * @example
 * const { text, line = '' } = paintScreen({ screen, modes });
 * process.stdout.write(text + line);
 */
export function paintScreen({ screen, beneath, modes }: ScreenPaint): PaintedScreen {
  const begin = cursorLineBegin(screen, modes);
  const rows =
    begin === undefined
      ? screen.styledRows
      : screen.styledRows.map((row, y) => (y < begin || y > screen.cursor.y ? row : []));
  let text = CLEAN;
  if (beneath && screen.alternate)
    text += painted(beneath.styledRows) + goTo(beneath.cursor.x, beneath.cursor.y);
  // It saves the cursor, which is the position where the program underneath continues.
  if (screen.alternate) text += '\x1b[?1049h\x1b[H\x1b[2J';
  text += painted(rows) + modeText(modes, screen.height);
  if (screen.title !== '') text += `\x1b]2;${screen.title.replace(/[\x00-\x1f\x7f-\x9f]/g, '')}\x07`;
  if (!screen.cursor.visible) text += '\x1b[?25l';
  if (begin !== undefined) return { text: text + goTo(0, begin), line: lineToCursor(screen, begin) };
  const top = modes.origin ? modes.region[0] : 0;
  return { text: text + goTo(screen.cursor.x, screen.cursor.y - top), line: undefined };
}

/** As a terminal is that has just been opened; without clearing what scrolled away, which is a person's own. */
const CLEAN =
  '\x1b[?1049l\x1b[?6l\x1b[?7h\x1b[?25h\x1b[?1l\x1b>\x1b[?1000;1002;1003;1005;1006l\x1b[4l\x1b[r\x1b(B\x0f\x1b[m\x1b[H\x1b[2J';

function painted(rows: readonly (readonly StyledRun[])[]): string {
  let text = '';
  for (const [y, row] of rows.entries()) {
    const line = ansiText(row);
    if (line.trim() !== '') text += goTo(0, y) + line;
  }
  return text;
}

function modeText(modes: TerminalModes, height: number): string {
  const [top, bottom] = modes.region;
  let text = top === 0 && bottom === height - 1 ? '' : `\x1b[${top + 1};${bottom + 1}r`;
  if (modes.insert) text += '\x1b[4h';
  if (!modes.wrap) text += '\x1b[?7l';
  if (modes.origin) text += '\x1b[?6h';
  if (modes.applicationCursor) text += '\x1b[?1h';
  if (modes.applicationKeypad) text += '\x1b=';
  for (const mode of modes.mouse) text += `\x1b[?${mode}h`;
  return text;
}

/** The first row of the line that the cursor stands at the end of. */
function cursorLineBegin(screen: StyledScreen, modes: TerminalModes): number | undefined {
  const { cursor, lineOfRow, styledRows } = screen;
  if (!modes.wrap || modes.insert || modes.origin) return undefined;
  const behind = cellsOf(styledRows[cursor.y] ?? []).filter(({ column }) => column >= cursor.x);
  if (behind.some(({ text }) => text.trim() !== '')) return undefined;
  const line = lineOfRow[cursor.y];
  if (line === undefined || lineOfRow[cursor.y + 1] === line) return undefined;
  return lineOfRow.indexOf(line);
}

function lineToCursor({ styledRows, cursor }: StyledScreen, begin: number): string {
  const before = cellsOf(styledRows[cursor.y] ?? []).filter(({ column }) => column < cursor.x);
  const last = before.map(({ text, style }) => ({ ...style, text }));
  const width = columnWidth(rowText(last));
  const runs = [...styledRows.slice(begin, cursor.y).flat(), ...joined(last)];
  return ansiText(runs) + ' '.repeat(Math.max(0, cursor.x - width));
}

/** Neighbours of one look as one run. */
function joined(cells: readonly StyledRun[]): StyledRun[] {
  const runs: StyledRun[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last && ansiText([{ ...last, text: '' }]) === ansiText([{ ...cell, text: '' }])) {
      runs[runs.length - 1] = { ...last, text: last.text + cell.text };
    } else runs.push(cell);
  }
  return runs;
}

function goTo(x: number, y: number): string {
  return `\x1b[${y + 1};${x + 1}H`;
}
