import {
  type InputBox,
  indentOf,
  isBlankRow,
  isHorizontalRule,
  isMutedStyle,
  type Menu,
  type StyledScreen,
} from '../../screen/index.js';
import { cellsOf, isBlankCell, type TextStyle } from '../../vt/index.js';
import type { CompletionHints, Profile } from './profile-shape.js';

/** How far from the box completions are looked for. */
const reach = 24;

/** The completions that a program offers under or above its input box for what is being typed. */
export function findCompletions(profile: Profile, screen: StyledScreen, box: InputBox): Menu | undefined {
  for (const hints of profile.completions) {
    for (const block of blocks(hints, screen, box)) {
      const highlighted = highlightedIn(screen, block, profile.menu.pointers);
      if (highlighted !== undefined || hints.sure) return toMenu(hints, screen, block, highlighted);
    }
  }
  return undefined;
}

/** Rows that fit and stand together, the nearest to the box first. Two blank rows end the search. */
function blocks(hints: CompletionHints, screen: StyledScreen, box: InputBox): number[][] {
  const step = hints.where === 'below' ? 1 : -1;
  const found: number[][] = [];
  let block: number[] = [];
  let blanks = 0;
  let row = hints.where === 'below' ? box.lastRow + 1 : box.firstRow - 1;
  for (
    let looked = 0;
    looked < reach && row >= 0 && row < screen.rows.length && blanks < 2;
    looked++, row += step
  ) {
    const text = screen.rows[row] ?? '';
    blanks = isBlankRow(text) ? blanks + 1 : 0;
    if (hints.match.test(text)) {
      if (block.length === 0) found.push(block);
      block.push(row);
    } else if (isBlankRow(text) || isHorizontalRule(text) || indentOf(text) < 6) block = [];
  }
  return found.map((rows) => rows.sort((a, b) => a - b));
}

function highlightedIn(
  screen: StyledScreen,
  rows: readonly number[],
  pointers: readonly string[],
): number | undefined {
  const looks = rows.map((row) => lookOf(screen, row));
  const found = rows.findIndex((row, at) => {
    const start = (screen.rows[row] ?? '').trimStart();
    if (pointers.some((pointer) => start.startsWith(`${pointer} `))) return true;
    return standsOut(looks[at], looks[at === 0 ? 1 : 0]);
  });
  return found < 0 ? undefined : found;
}

/** How the first word of a row looks. */
function lookOf(screen: StyledScreen, row: number): TextStyle | undefined {
  return cellsOf(screen.styledRows[row] ?? []).find((cell) => !isBlankCell(cell))?.style;
}

/** Reverse video among plain rows, or a colour among gray ones. */
function standsOut(look: TextStyle | undefined, other: TextStyle | undefined): boolean {
  if (!look) return false;
  if (look.reverse) return !other?.reverse;
  if (isMutedStyle(look) || look.foreground === undefined) return false;
  return other === undefined || isMutedStyle(other);
}

function toMenu(
  hints: CompletionHints,
  screen: StyledScreen,
  rows: readonly number[],
  highlighted: number | undefined,
): Menu {
  const options = rows.map((row, at) => ({
    number: undefined,
    label: (hints.match.exec(screen.rows[row] ?? '')?.[1] ?? '').split(/\s{2,}/u)[0] ?? '',
    highlighted: at === highlighted,
    row,
  }));
  return { title: '', options, highlighted };
}
