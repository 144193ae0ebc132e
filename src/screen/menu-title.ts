import { cellsOf, cellsText, columnWidth } from '../vt/index.js';
import { insideColumns, isHorizontalRule } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

/** How far above a list its question may be. */
const reach = 16;

/**
 * The question that a list answers: the nearest sentence above it that ends in a question mark, put together where it
 * goes over several rows; else a line such as `Permission required` or `△ Always allow`; else the first line of the
 * nearest paragraph.
 */
export function menuTitle(screen: StyledScreen, firstRow: number): string {
  const paragraphs = paragraphsAbove(screen, firstRow);
  for (const lines of paragraphs) {
    const question = lines.findLast((line) => asked.test(line));
    if (question !== undefined) return (asked.exec(question)?.[0] ?? '').replace(/^\? /u, '');
  }
  const wish = paragraphs.flat().find((line) => wished.test(line) || heading.test(line));
  if (wish !== undefined) return wish.replace(/^[^\p{L}\p{N}]+/u, '');
  return (paragraphs[0]?.[0] ?? '').replace(/^\? /u, '');
}

/** Up to the first question mark, with a note in brackets if that ends the line: `Which one? (Use arrow keys)`. */
const asked = /^.*?\S[?？](?=\s|$)(?:\s*\([^()]*\)$)?/u;

const wished = /\b(?:permission|approval|confirmation) (?:is )?(?:required|requested|needed|request)\b/iu;

/** A sign of warning at the head of a dialog. */
const heading = /^[△▲⚠]\ufe0f?\s+\p{L}/u;

/** The lines of each paragraph above a row, the nearest paragraph first. */
function paragraphsAbove(screen: StyledScreen, firstRow: number): string[][] {
  const paragraphs: string[][] = [];
  let rows: number[] = [];
  const end = (): void => {
    if (rows.length > 0) paragraphs.push(wrappedLines(screen, rows));
    rows = [];
  };
  for (let row = firstRow - 1; row >= Math.max(0, firstRow - reach); row--) {
    const text = screen.rows[row] ?? '';
    const dashed = isHorizontalRule(text) && /[╌┄┈]/u.test(text);
    if (isTranscript(text) || (isHorizontalRule(text) && !dashed)) break;
    // Between the sides of a box there may be another one, with what the question is about.
    const inner = words(screen, row);
    if (inner === '' || isHorizontalRule(inner)) end();
    else rows.unshift(row);
  }
  end();
  return paragraphs;
}

/** A message or a step of an agent: what stands there and above belongs to something else. */
function isTranscript(row: string): boolean {
  return /^[●•⏺■✔✻❯›] /u.test(row);
}

/** Puts rows together where the first word of the next one did not fit any more. */
function wrappedLines(screen: StyledScreen, rows: readonly number[]): string[] {
  const lines: string[] = [];
  let width = 0;
  for (const row of rows) {
    const text = words(screen, row);
    const word = /^\S+/u.exec(text)?.[0] ?? '';
    const wrapped = lines.length > 0 && width + 1 + columnWidth(word) > screen.width - 4;
    if (wrapped) lines.push(`${lines.pop()} ${text}`);
    else lines.push(text);
    width = columnWidth(screen.rows[row] ?? '');
  }
  return lines;
}

function words(screen: StyledScreen, row: number): string {
  const cells = cellsOf(screen.styledRows[row] ?? []);
  const { from, to } = insideColumns(cells, screen.width);
  return cellsText(cells.filter(({ column }) => column >= from && column < to)).trim();
}
