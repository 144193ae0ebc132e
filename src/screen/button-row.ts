import { type Cell, cellsOf, cellsText, isBlankCell } from '../vt/index.js';
import { isDecision } from './decision-words.js';
import type { Menu } from './menu-shape.js';
import { menuTitle } from './menu-title.js';
import { insideColumns, isBlankRow, isHorizontalRule } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

/** How many rows with text are looked at, from the bottom of the screen. */
const reach = 24;

/**
 * The choices of a dialog that stand side by side in one row: the chosen one has a background, or all of them have
 * brackets. At least two of them must be a decision, as `Allow` and `Reject`: words of a footer stand side by side, too.
 *
 * @example
 * findButtons(screen)?.options.map(({ label }) => label); // ['Allow once', 'Allow always', 'Reject']
 */
export function findButtons(
  screen: StyledScreen,
  limits: { readonly fromRow: number; readonly toRow: number },
): Menu | undefined {
  const last = Math.min(screen.rows.length, limits.toRow) - 1;
  for (let row = last, looked = 0; row >= Math.max(0, limits.fromRow) && looked < reach; row--) {
    const text = screen.rows[row];
    if (isBlankRow(text) || isHorizontalRule(text ?? '')) continue;
    looked++;
    const menu = buttonsIn(screen, row);
    if (menu) return menu;
  }
  return undefined;
}

interface Button {
  readonly label: string;
  readonly bracketed: boolean;
  readonly pointed: boolean;
  readonly look: string;
}

function buttonsIn(screen: StyledScreen, row: number): Menu | undefined {
  const cells = cellsOf(screen.styledRows[row] ?? []);
  const inside = insideColumns(cells, screen.width);
  const all = chunks(cells.filter(({ column }) => column >= inside.from && column < inside.to)).map(toButton);
  const first = all.findIndex(({ label }) => isDecision(label));
  const last = all.findLastIndex(({ label }) => isDecision(label));
  const buttons = all.slice(Math.max(0, first), last + 1);
  if (buttons.filter(({ label }) => isDecision(label)).length < 2) return undefined;
  const highlighted = highlightedIn(buttons, groundOf(cells));
  if (highlighted === undefined && !buttons.every(({ bracketed }) => bracketed)) return undefined;
  return {
    title: menuTitle(screen, row),
    options: buttons.map(({ label }, at) => ({
      number: undefined,
      label,
      highlighted: at === highlighted,
      row,
    })),
    highlighted,
    sideBySide: true,
  };
}

/** Pieces of a row with two blanks between them, or with brackets around them. */
function chunks(cells: readonly Cell[]): Cell[][] {
  const found: Cell[][] = [];
  let blanks = 2;
  for (const cell of cells) {
    if (isBlankCell(cell)) {
      blanks++;
      found.at(-1)?.push(cell);
      continue;
    }
    const opens = /[[<]/u.test(cell.text) && blanks > 0;
    if (blanks >= 2 || opens) found.push([cell]);
    else found.at(-1)?.push(cell);
    blanks = 0;
  }
  return found;
}

function toButton(cells: readonly Cell[]): Button {
  const text = cellsText(cells).trim();
  const [, pointer, open, label = text] =
    /^([❯›▶►▸➤→»>]\s+)?([[<(]\s*)?(.*?)(?:\s*[\]>)])?$/u.exec(text) ?? [];
  const letter = cells.filter((cell) => !isBlankCell(cell))[open || pointer ? 1 : 0] ?? cells[0];
  return {
    label: open ? label : text.slice(pointer?.length ?? 0),
    bracketed: open !== undefined && /[\]>)]$/u.test(text),
    pointed: pointer !== undefined,
    look: letter ? lookOf(letter.style) : '',
  };
}

/** The one that is pointed at, or whose background is another one than that of all others. */
function highlightedIn(buttons: readonly Button[], ground: string): number | undefined {
  const pointed = buttons.filter((each) => each.pointed);
  if (pointed.length === 1 && pointed[0]) return buttons.indexOf(pointed[0]);
  const odd = buttons.filter((each) => buttons.every((other) => other === each || other.look !== each.look));
  if (buttons.length > 2) return odd.length === 1 && odd[0] ? buttons.indexOf(odd[0]) : undefined;
  // Of two, the chosen one is that with another background than the rest of the row.
  const lit = buttons.filter(({ look }) => look !== ground);
  const reversed = buttons.filter(({ look }) => look.endsWith('true'));
  const chosen = reversed.length === 1 ? reversed[0] : lit.length === 1 ? lit[0] : undefined;
  return chosen && buttons.indexOf(chosen);
}

/** How most cells of a row look. */
function groundOf(cells: readonly Cell[]): string {
  const counts = new Map<string, number>();
  for (const { style } of cells) counts.set(lookOf(style), (counts.get(lookOf(style)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

function lookOf({ background, reverse }: Cell['style']): string {
  return `${background} ${reverse}`;
}
