import { withFlags } from '../patterns/index.js';
import { type Cell, cellsOf, cellsText, isBlankCell } from '../vt/index.js';
import { type BoxPlace, type InputHints, inputDefaults, isLineKind } from './box-place.js';
import { ghostText, isMutedStyle } from './ghost-text.js';
import { joinSoftWrapped } from './join-soft-wrapped.js';
import { placeOfInput } from './place-of-input.js';
import { boundedColumn } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

/** The place where a program takes text. */
export interface InputBox {
  /** What was typed, soft-wrapped rows put together; without ghost text and placeholder. A collapsed paste stands there as its marker. */
  readonly text: string;
  /** A suggestion shown at the caret; never part of `text`. */
  readonly ghost: string;
  /** The markers that stand for pasted text: `[Pasted text #1 +59 lines]`. */
  readonly pasteMarkers: readonly string[];
  readonly firstRow: number;
  readonly lastRow: number;
  readonly caret: { readonly x: number; readonly y: number };
}

/** An input box with what was seen on the way to it. */
export interface FoundInput {
  readonly box: InputBox;
  readonly place: BoxPlace;
  /** What an empty box shows to say what it is for. */
  readonly placeholder: string;
}

/**
 * The place on the screen where text can be typed, if there is one. Without hints it is found by the cursor, by
 * borders around it and by the usual prompt characters.
 *
 * @example
 * const box = findInputBox(await pane.styledScreen());
 * if (box && box.text === '') await pane.paste(text);
 */
export function findInputBox(screen: StyledScreen, hints?: Partial<InputHints>): InputBox | undefined {
  return findInput(screen, hints)?.box;
}

/** As `findInputBox`, with where and how the box was found. */
export function findInput(screen: StyledScreen, hints: Partial<InputHints> = {}): FoundInput | undefined {
  const wanted = { ...inputDefaults, ...hints };
  const place = placeOfInput(screen, wanted);
  return place && readBox(screen, place, wanted);
}

function readBox(screen: StyledScreen, place: BoxPlace, hints: InputHints): FoundInput {
  const rows = contentRows(screen, place);
  const caretRow = place.caret.y - place.firstRow;
  const { before, after } = splitAtCaret(rows, caretRow, place);
  const typed = before.flat().findLast((cell) => !isBlankCell(cell));
  const shown = typed && isMutedStyle(typed.style) ? '' : ghostText(after.flat());
  const placeholder = typed === undefined && isPlaceholder(shown, after, hints) ? shown : '';
  const kept = shown === '' ? rows : before;
  const text = typedText(screen, place, kept, hints);
  const mayHide = typed === undefined || (place.kind === 'drawn' && isSetBack(rows));
  const hidden = text !== '' && mayHide && hints.placeholders.some((each) => each.test(text));
  const box = {
    text: hidden ? '' : text,
    ghost: placeholder === '' ? shown : '',
    pasteMarkers: hidden ? [] : pasteMarkers(text, hints.pasteMarkers),
    firstRow: place.firstRow,
    lastRow: place.lastRow,
    caret: place.caret,
  };
  return { box, place, placeholder: hidden ? text : placeholder };
}

/** Some programs draw their caret behind the placeholder. What was typed is not set back as a whole. */
function isSetBack(rows: readonly Cell[][]): boolean {
  return rows.flat().every((cell) => isBlankCell(cell) || isMutedStyle(cell.style));
}

function contentRows(screen: StyledScreen, place: BoxPlace): Cell[][] {
  const rows: Cell[][] = [];
  for (let row = place.firstRow; row <= place.lastRow; row++) {
    const from = row === place.firstRow ? place.from : place.nextFrom;
    const cells = cellsOf(screen.styledRows[row] ?? []);
    rows.push(cells.filter((cell) => cell.column >= from && cell.column < place.to && !isDrawnAtEnd(cell)));
  }
  return rows;
}

/** Qwen Code draws its caret behind the text as a blank with a space of no width. */
function isDrawnAtEnd({ style, text }: Cell): boolean {
  return style.reverse && text === ' \u200b';
}

function splitAtCaret(
  rows: readonly Cell[][],
  caretRow: number,
  place: BoxPlace,
): { readonly before: Cell[][]; readonly after: Cell[][] } {
  const { x } = place.caret;
  const before = rows
    .slice(0, caretRow + 1)
    .map((row, at) => (at < caretRow ? row : row.filter((cell) => cell.column < x)));
  const after = rows.slice(caretRow).map((row, at) =>
    at === 0
      ? withoutRightPrompt(
          row.filter((cell) => cell.column >= x),
          place,
        )
      : row,
  );
  return { before, after };
}

/** Shells may show something at the right edge, away from what is typed. */
function withoutRightPrompt(cells: Cell[], place: BoxPlace): Cell[] {
  if (!isLineKind(place.kind)) return cells;
  const gap = boundedColumn(cells, place.to);
  return gap === undefined ? cells : cells.filter(({ column }) => column < gap);
}

function isPlaceholder(shown: string, after: readonly Cell[][], hints: InputHints): boolean {
  if (shown === '') return false;
  if (hints.placeholders.some((each) => each.test(shown))) return true;
  if (hints.mutedWhenEmpty !== 'either') return hints.mutedWhenEmpty === 'placeholder';
  // A suggestion waits at the caret and so has the drawn cursor on it; a placeholder only stands there, or behind it.
  const atCaret = after[0]?.[0];
  return atCaret?.style.reverse !== true || isBlankCell(atCaret);
}

function typedText(
  screen: StyledScreen,
  place: BoxPlace,
  rows: readonly Cell[][],
  hints: InputHints,
): string {
  const last = rows.length - 1;
  const caretRow = place.caret.y - place.firstRow;
  const texts = rows.map((row, at) => {
    const gap =
      isLineKind(place.kind) && at === last && at === caretRow ? boundedColumn(row, place.to) : undefined;
    const cells = gap !== undefined && gap >= place.caret.x ? row.filter(({ column }) => column < gap) : row;
    return cellsText(cells).replaceAll('\u00a0', ' ');
  });
  const joined = isLineKind(place.kind)
    ? texts.join('')
    : joinSoftWrapped(texts, Math.min(place.to, screen.width) - place.nextFrom);
  const text = joined.trimEnd();
  const mode = place.marker && hints.modes.includes(place.marker.text) ? place.marker.text : '';
  return text.trim() === '' ? mode : mode + text;
}

function pasteMarkers(text: string, patterns: readonly RegExp[]): string[] {
  const found: { readonly at: number; readonly text: string }[] = [];
  for (const pattern of patterns) {
    for (const match of text.matchAll(withFlags(pattern, 'gu'))) {
      found.push({ at: match.index, text: match[0] });
    }
  }
  return found.sort((a, b) => a.at - b.at).map((each) => each.text);
}
