import { type Cell, columnWidth } from '../../vt/index.js';
import { isPagerPrompt } from '../idle-prompt.js';
import { findInput } from '../input-box.js';
import type { StyledScreen } from '../styled-screen.js';
import { type Area, type AreaRow, isCovered, nameOf } from './area.js';
import { type Candidate, rowBounds } from './candidate.js';
import { type CellGrid, groundOf } from './cell-grid.js';
import type { TreeFacts } from './tree-facts.js';
import type { TreeConfidence, TreeEvidence } from './tree-node.js';

/** The places where text is typed. */
export function findFields(
  grid: CellGrid,
  areas: readonly Area[],
  screen: StyledScreen,
  facts: TreeFacts,
): Candidate[] {
  const boxed = areas.flatMap((area) => (area.box ? boxedFields(area, areas, screen) : []));
  if (boxed.some(({ state }) => state?.includes('focused'))) return boxed;
  const prompt = kitField(grid, screen) ?? promptField(grid, screen, facts);
  return prompt ? [...boxed, prompt] : boxed;
}

/**
 * The line of a prompt kit, as `? Project name shop`: the question is bold, or an arrow stands behind it, and the cursor is
 * there, seen or not. Where a list follows, the words behind the arrow tell how to use it.
 */
function kitField(grid: CellGrid, { cursor, rows }: StyledScreen): Candidate | undefined {
  const row = grid.slice(cursor.y);
  const text = grid.text(cursor.y);
  const [lead] = /^\? (?=\S)/u.exec(text) ?? [];
  if (lead === undefined || (!cursor.visible && /^\s*[❯›▸▶>◯◉]|^\s{2}\S/u.test(rows[cursor.y + 1] ?? '')))
    return undefined;
  const arrow = / [›‣»] ?/u.exec(text);
  // Two words side by side are a switch.
  if (!cursor.visible && / \/ /u.test(text)) return undefined;
  let end = arrow ? arrow.index : lead.length;
  if (!arrow) while (row[end]?.style.bold || (row[end]?.text === ' ' && row[end + 1]?.style.bold)) end++;
  const name = nameOf(text.slice(lead.length, end));
  const from = end + (arrow?.[0].length ?? 1);
  if (name === '' || cursor.x < Math.min(from, text.trimEnd().length) || (!cursor.visible && !arrow))
    return undefined;
  const typed = row.slice(from).filter(({ style }) => !style.dim && !isSetBack(style.foreground));
  const value = typed
    .map((cell) => cell.text)
    .join('')
    .trim();
  return {
    role: 'textbox',
    name,
    value,
    bounds: rowBounds(cursor.y, from, Math.max(1, value.length)),
    confidence: 'likely',
    state: ['focused'],
    evidence: [
      { kind: 'fact', detail: 'the cursor is behind the question' },
      { kind: 'pattern', detail: 'a question mark before it' },
    ],
  };
}

/** Grey, as hints and defaults are. */
function isSetBack(foreground: string | undefined): boolean {
  return foreground === '90' || foreground === '38;5;8';
}

/** The input box of the program, or the line with the cursor behind a prompt. */
function promptField(grid: CellGrid, screen: StyledScreen, facts: TreeFacts): Candidate | undefined {
  const { kind, profile } = facts;
  const found = findInput(screen, profile?.input);
  if (!found) return undefined;
  const { box, place, placeholder } = found;
  const label = nameOf(grid.text(place.firstRow, 0, place.from));
  if (isPagerPrompt(label) || isPagerPrompt(nameOf(grid.text(place.firstRow)))) return undefined;
  // What it took for a border is that of a dialog.
  if (/[─│┌└━┃╭╰═║]/u.test(box.text)) return undefined;
  const secret = kind === 'password';
  const above = questionAbove(grid, place.firstRow);
  const height = place.lastRow - place.firstRow + 1;
  const width = Math.max(
    1,
    height > 1 ? place.to - place.from : columnWidth(box.text) || place.to - place.from,
  );
  const isRunning = kind === 'running';
  // A box without a cursor and without a marker may hold any text.
  const isBare = !screen.cursor.visible && !place.marker && above === '';
  const sure =
    kind === 'line' || secret
      ? 'certain'
      : isRunning || isBare
        ? 'guess'
        : confidenceOf(place.kind, label, screen);
  return {
    role: 'textbox',
    name: promptName(label) || placeholder || above,
    value: secret ? '' : box.text.replace(/^[\s│┃|]+|[█▌]$/gu, ''),
    bounds: {
      row: place.firstRow,
      column: place.from,
      width: Math.min(width, grid.width - place.from),
      height,
    },
    confidence: sure,
    state: secret ? ['focused', 'password'] : ['focused'],
    evidence: fieldEvidence(place.kind, facts),
  };
}

/** What only ends in a colon or a question mark may be any text that has not come to its end. */
function confidenceOf(kind: string, label: string, { cursor }: StyledScreen): TreeConfidence {
  if (kind !== 'asking') return kind === 'line' && !cursor.visible ? 'guess' : 'likely';
  const isAsking = /[?:]$|[[(][^()[\]]*\/[^()[\]]*[\])]$/u.test(label);
  return cursor.visible && isAsking && /\p{L}{2}/u.test(label) ? 'likely' : 'guess';
}

function fieldEvidence(how: string, { kind }: TreeFacts): TreeEvidence[] {
  const fact = kind && { kind: 'fact' as const, detail: `the kernel says: ${kind}` };
  return [...(fact ? [fact] : []), { kind: 'pattern', detail: `an input box, found as ${how}` }];
}

/** The question of a prompt kit, a row above: `◆  Where should it go?`. */
function questionAbove(grid: CellGrid, row: number): string {
  return nameOf(/^\s*[◆◇?✔]\s+(\S.*)$/u.exec(grid.text(row - 1))?.[1] ?? '');
}

/** The words of a prompt without the sign that ends it. */
function promptName(label: string): string {
  return label
    .replace(/^[?◆◇✔❯›»>│┃|]\s+/u, '')
    .replace(/\s*[:›»…❯>#$%]+$/u, '')
    .trim();
}

/** Fields in a box: the box itself where it has one row with the cursor; else stretches of underscores or of a ground. */
function boxedFields(area: Area, areas: readonly Area[], screen: StyledScreen): Candidate[] {
  const whole = wholeField(area, areas, screen);
  if (whole) return [whole];
  const found = area.rows.flatMap((row) =>
    stretches(row, area).map((one) => toField(one, row, area, screen)),
  );
  const focused = found.find(({ state }) => state?.includes('focused'));
  // The fields of a form begin in one column.
  return found.map((one) =>
    focused && one.bounds.column === focused.bounds.column ? { ...one, confidence: 'likely' } : one,
  );
}

function wholeField(area: Area, areas: readonly Area[], { cursor }: StyledScreen): Candidate | undefined {
  const { bounds, rows, box } = area;
  const [row] = rows;
  if (!row || rows.length !== 1 || bounds.width < 6 || box?.drawn === 'filled') return undefined;
  const inside =
    cursor.y === row.row && cursor.x >= bounds.column && cursor.x <= bounds.column + bounds.width;
  if (!inside || !cursor.visible) return undefined;
  const typed = row.text.slice(0, cursor.x - bounds.column).trim();
  const outer = areas.find((each) => each !== area && each.box && isParent(each, area));
  return {
    role: 'textbox',
    name: (box?.title ?? '') || lastWordsAbove(outer, bounds.row - 1),
    value: typed === '' ? '' : row.text.trim(),
    bounds,
    confidence: 'likely',
    state: ['focused'],
    evidence: [
      { kind: 'fact', detail: 'the cursor is in it' },
      { kind: 'geometry', detail: 'a box of one row' },
    ],
  };
}

function isParent({ bounds }: Area, inner: Area): boolean {
  const { row, column, height, width } = inner.bounds;
  return (
    row > bounds.row &&
    column > bounds.column &&
    row + height < bounds.row + bounds.height &&
    column + width < bounds.column + bounds.width
  );
}

function lastWordsAbove(area: Area | undefined, row: number): string {
  const above = area?.rows.filter((each) => each.row < row && !each.isBlank && !each.isRule);
  return nameOf(above?.at(-1)?.text ?? '').replace(/:$/, '');
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly blanks: boolean;
}

/** Stretches that end in underscores or in blanks of another ground than that of the box. */
function stretches(row: AreaRow, area: Area): Stretch[] {
  const { cells } = row;
  const found: Stretch[] = [];
  for (let at = 0; at < cells.length; ) {
    const ground = groundAt(cells[at]);
    let end = at;
    while (end < cells.length && groundAt(cells[end]) === ground) end++;
    const text = cells
      .slice(at, end)
      .map((cell) => cell.text)
      .join('');
    const isOther = ground !== area.ground && ground !== undefined;
    if (isOther && end - at >= 8 && end - at < cells.length && / {3}$/u.test(text) && !/^ +\S/u.test(text))
      found.push({ from: at, to: end, blanks: true });
    at = end;
  }
  for (const match of row.text.matchAll(/(?<=^|\s)\S*_{5,}(?=\s|$)/gu))
    found.push({ from: match.index, to: match.index + match[0].length, blanks: false });
  return found;
}

function groundAt(cell: Cell | undefined): string | undefined {
  return cell && !isCovered(cell) ? groundOf(cell.style) : undefined;
}

function toField(stretch: Stretch, row: AreaRow, area: Area, { cursor }: StyledScreen): Candidate {
  const column = area.bounds.column + stretch.from;
  const width = stretch.to - stretch.from;
  const focused =
    cursor.visible && cursor.y === row.row && cursor.x >= column && cursor.x < column + width + 1;
  const text = row.text.slice(stretch.from, stretch.to).replace(/_+$/u, '').trim();
  const before = nameOf(row.text.slice(0, stretch.from)).replace(/:$/, '');
  return {
    role: 'textbox',
    name: before || lastWordsAbove(area, row.row),
    value: text,
    bounds: rowBounds(row.row, column, width),
    confidence: focused ? 'likely' : 'guess',
    state: focused ? ['focused'] : [],
    evidence: [
      ...(focused ? [{ kind: 'fact' as const, detail: 'the cursor is in it' }] : []),
      {
        kind: 'style',
        detail: stretch.blanks ? 'a stretch of another background' : 'a stretch of underscores',
      },
    ],
  };
}
