import { isHorizontalRule } from '../screen/index.js';
import { columnWidth } from '../vt/index.js';
import { tableLines } from './table-lines.js';
import { GAP_TEXT, type TranscriptRow } from './transcript-row.js';
import { wrappedJoint } from './wrapped-joint.js';

/**
 * The text of a message: rows that the program wrapped are put together, boxes and quote bars become plain text,
 * lists and code stay as they are.
 */
export function messageText(rows: readonly TranscriptRow[]): string {
  const lines: Line[] = [];
  for (const row of plainRows(rows)) {
    const last = lines.at(-1);
    const joint = last && jointOf(last, row);
    if (last && joint !== undefined) lines[lines.length - 1] = joined(last, row, joint);
    else lines.push({ text: row.text, last: row, hang: hangOf(row.text) });
  }
  return tableLines(lines.map(({ text }) => text.trimEnd()))
    .filter((line) => !isHorizontalRule(line))
    .join('\n')
    .replace(/^\n+|\n+$/gu, '');
}

interface PlainRow {
  readonly text: string;
  /** Columns before the text. */
  readonly indent: number;
  readonly width: number;
  readonly joint: '' | ' ' | undefined;
}

/** A line that is put together of rows. */
interface Line {
  readonly text: string;
  readonly last: PlainRow;
  /** Where the further rows of it begin. */
  readonly hang: number;
}

/** What a tool gave back is indented behind its marker, and so may be all rows of a message. */
function plainRows(rows: readonly TranscriptRow[]): PlainRow[] {
  let outputIndent = isHanging(rows) ? columnWidth(rows[0]?.marker ?? '') : 0;
  return rows.map((row) => {
    if (row.kind === 'output') outputIndent = columnWidth(row.marker);
    const extra = row.kind === 'text' ? Math.max(0, outputIndent - columnWidth(row.marker)) : 0;
    const blank = /^ */u.exec(row.text.slice(0, extra))?.[0].length ?? 0;
    return {
      text: quoted(row.text.slice(blank).replaceAll('\u00a0', ' ')),
      indent: columnWidth(row.marker) + blank,
      width: row.width,
      joint: row.joint,
    };
  });
}

/** Whether all further rows stand under the text of the first one, behind the marker. */
function isHanging([first, ...further]: readonly TranscriptRow[]): boolean {
  const indent = ' '.repeat(columnWidth(first?.marker ?? ''));
  return further.every((row) => row.marker === '' && (row.text === '' || row.text.startsWith(indent)));
}

/** Quote bars as Markdown writes them. */
function quoted(text: string): string {
  return text.replace(/^( *)▎ ?/u, '$1> ');
}

function jointOf({ last, hang }: Line, next: PlainRow): '' | ' ' | undefined {
  if (last.joint !== undefined) return last.joint;
  if (last.text === GAP_TEXT) return undefined;
  const quote = QUOTE.exec(next.text)?.[0] ?? '';
  if (quote !== (QUOTE.exec(last.text)?.[0] ?? '')) return undefined;
  const rest = next.text.slice(quote.length);
  if (rest.trim() === '' || startsBlock(rest) || isTable(last.text)) return undefined;
  if (columnWidth(quote) + indentOf(rest) !== hang) return undefined;
  return wrappedJoint(last.text, rest.trimStart(), last.width - last.indent);
}

function joined(line: Line, row: PlainRow, joint: '' | ' '): Line {
  const quote = QUOTE.exec(row.text)?.[0] ?? '';
  const rest = line.last.joint === undefined ? row.text.slice(quote.length).trimStart() : row.text;
  const text = line.last.joint === ' ' ? line.text.trimEnd() : line.text;
  return { text: text + joint + rest, last: row, hang: line.hang };
}

const QUOTE = /^(?:> )+/u;
const LIST_ITEM = /^( *)(?:[-*+•◦▪‣]|\d{1,3}[.)]|\[[ x]\]) +/u;

/** A list item's further rows stand under its text, those of anything else under its beginning. */
function hangOf(text: string): number {
  return (LIST_ITEM.exec(text) ?? /^(?:> )* */u.exec(text))?.[0].length ?? 0;
}

function startsBlock(text: string): boolean {
  if (text === GAP_TEXT || LIST_ITEM.test(text) || /^#{1,6} /u.test(text)) return true;
  return isTable(text) || isHorizontalRule(text);
}

function isTable(text: string): boolean {
  return /^\s*[│┃┌├└╭╰]/u.test(text);
}

function indentOf(text: string): number {
  return /^ */u.exec(text)?.[0].length ?? 0;
}
