import { type Cell, cellsOf, columnWidth, plainStyle, type TextStyle } from '../vt/index.js';
import type { StyledScreen } from './styled-screen.js';
import { darkTheme, type Paint, paintOf, type TerminalTheme } from './terminal-colours.js';

export interface ScreenSvg {
  readonly svg: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Of DejaVu Sans Mono, in parts of the font's size: other fonts are put on the same grid. */
const font = Object.freeze({ size: 14, advance: 1233 / 2048, ascent: 1901 / 2048, line: 2384 / 2048 });
const cell = Object.freeze({ width: font.size * font.advance, height: font.size * font.line });
const PADDING = 10;

/**
 * A picture of a screen as a terminal shows it: colours, attributes, wide characters and the cursor.
 *
 * @example
 * const { svg } = screenSvg(await pane.styledScreen());
 */
export function screenSvg(screen: StyledScreen, theme: TerminalTheme = darkTheme): ScreenSvg {
  const width = Math.ceil(screen.width * cell.width + 2 * PADDING);
  const height = Math.ceil(screen.height * cell.height + 2 * PADDING);
  const rows = Array.from({ length: screen.height }, (_, y) => row(screen, y, theme));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="6" fill="${theme.background}"/>`,
    `<g transform="translate(${PADDING} ${PADDING})" font-family="${FAMILY}" font-size="${font.size}" xml:space="preserve">`,
    // All grounds first: letters may reach into the cell beside them.
    ...rows.map(({ grounds }) => grounds).filter((text) => text !== ''),
    ...rows.map(({ letters }) => letters).filter((text) => text !== ''),
    '</g>',
    '</svg>',
  ];
  return { svg: `${svg.join('\n')}\n`, width, height };
}

const FAMILY = "'DejaVu Sans Mono', Menlo, Consolas, monospace";

interface Row {
  readonly grounds: string;
  readonly letters: string;
}

/** Neighbours that look the same are one element. */
interface Piece {
  readonly style: TextStyle;
  readonly cells: Cell[];
  readonly isCursor: boolean;
}

function row(screen: StyledScreen, y: number, theme: TerminalTheme): Row {
  const pieces = piecesOf(withCursor(screen, y), screen.cursor, y);
  let grounds = '';
  let letters = '';
  for (const { style, cells, isCursor } of pieces) {
    const paint = paintOf(isCursor ? { ...style, reverse: !style.reverse } : style, theme);
    grounds += ground(cells, y, paint);
    letters += text(cells, y, style, paint);
  }
  return { grounds, letters };
}

/** The cells of a row, with one more where the cursor stands behind its text. */
function withCursor({ styledRows, cursor, width }: StyledScreen, y: number): Cell[] {
  const cells = cellsOf(styledRows[y] ?? []).filter(({ column }) => column < width);
  const last = cells.at(-1);
  const end = last ? last.column + columnWidth(last.text) : 0;
  if (!cursor.visible || cursor.y !== y || cursor.x < end) return cells;
  return [...cells, { text: ' ', column: Math.min(cursor.x, width - 1), style: plainStyle }];
}

function piecesOf(cells: readonly Cell[], cursor: StyledScreen['cursor'], y: number): Piece[] {
  const pieces: Piece[] = [];
  for (const one of cells) {
    const end = one.column + Math.max(1, columnWidth(one.text));
    const isCursor = cursor.visible && cursor.y === y && cursor.x >= one.column && cursor.x < end;
    const last = pieces.at(-1);
    if (last && last.style === one.style && !last.isCursor && !isCursor) last.cells.push(one);
    else pieces.push({ style: one.style, cells: [one], isCursor });
  }
  return pieces;
}

function ground(cells: readonly Cell[], y: number, { background }: Paint): string {
  if (background === undefined) return '';
  return rectangle(cells, y * cell.height, cell.height, background);
}

function text(cells: readonly Cell[], y: number, style: TextStyle, { foreground }: Paint): string {
  const seen = cells.filter((one) => one.text.trim() !== '');
  const top = y * cell.height;
  const base = top + font.size * font.ascent;
  let svg = '';
  if (seen.length > 0) {
    const looks = [
      style.bold ? ' font-weight="bold"' : '',
      style.italic ? ' font-style="italic"' : '',
      style.dim ? ' fill-opacity="0.6"' : '',
    ].join('');
    // Each has its own place, so that no font can shift the columns.
    const xs = seen.map(({ column }) => place(column * cell.width)).join(' ');
    const words = seen.map((one) => escaped(one.text)).join('');
    svg += `<text x="${xs}" y="${place(base)}" fill="${foreground}"${looks}>${words}</text>`;
  }
  if (style.underline) svg += rectangle(cells, base + font.size * 0.1, 1, foreground);
  if (style.struck) svg += rectangle(cells, base - font.size * 0.28, 1, foreground);
  return svg;
}

function rectangle(cells: readonly Cell[], y: number, height: number, fill: string): string {
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last) return '';
  const x = first.column * cell.width;
  const width = (last.column + Math.max(1, columnWidth(last.text))) * cell.width - x;
  return `<rect x="${place(x)}" y="${place(y)}" width="${place(width)}" height="${place(height)}" fill="${fill}" shape-rendering="crispEdges"/>`;
}

function place(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** XML has no place for control characters and halves of characters. */
function escaped(words: string): string {
  return words
    .replace(/[\x00-\x1f\x7f\ufffe\uffff]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
