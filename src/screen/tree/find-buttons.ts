import type { StyledScreen } from '../styled-screen.js';
import { type Area, type AreaRow, nameOf } from './area.js';
import { type Candidate, rowBounds } from './candidate.js';
import { groundOf, lookOf } from './cell-grid.js';

/**
 * Buttons in brackets: `< OK >`, `[ Cancel ]`, `<Ok>`. Tags and levels of a log have brackets as well: so they count only in
 * rows of nothing else, in a box, or where one of several stands out.
 */
export function findBracketButtons(area: Area, screen: StyledScreen): Candidate[] {
  return area.rows.flatMap((row) => {
    const buttons = buttonsIn(row);
    if (buttons.length === 0) return [];
    const focused = focusedOf(buttons, area, row.row === screen.cursor.y ? screen : undefined);
    const sure =
      area.box !== undefined ? isCentred(buttons, area) : buttons.length > 1 && focused !== undefined;
    return buttons.map((button) => ({
      role: 'button' as const,
      name: button.name,
      bounds: rowBounds(row.row, button.column, button.width),
      confidence: sure ? ('likely' as const) : ('guess' as const),
      state: button === focused ? (['focused'] as const) : [],
      evidence: [
        { kind: 'pattern' as const, detail: 'brackets around it, in a row of nothing else' },
        ...(area.box ? [{ kind: 'geometry' as const, detail: 'in a box' }] : []),
        ...(button === focused ? [{ kind: 'style' as const, detail: 'the odd one in its row' }] : []),
      ],
    }));
  });
}

interface Button {
  readonly name: string;
  readonly column: number;
  readonly width: number;
  readonly look: string;
  readonly ground: string;
}

const token = /\[<\s*([^<>[\]]+?)\s*>\]|<\s*([^<>[\]]+?)\s*>|\[\s*([^<>[\]]+?)\s*\]/gu;

function buttonsIn(row: AreaRow): Button[] {
  const text = row.cells.map((cell) => cell.text || '\u200b').join('');
  if (!/^[\s│┃\u200b]*[<[]/u.test(text)) return [];
  const left = text.replace(token, ' ').replace(/[│┃]/gu, ' ').trim();
  if (left !== '') return [];
  const found = [...text.matchAll(token)].flatMap((match) => {
    const name = nameOf((match[1] ?? match[2] ?? match[3] ?? '').replaceAll('\u200b', ''));
    const at = match.index + match[0].search(/[\p{L}\p{N}]/u);
    const letter = row.cells[Math.max(match.index, at)];
    const column = row.cells[match.index]?.column;
    if (!letter || column === undefined || !/\p{L}/u.test(name)) return [];
    const { style } = letter;
    return { name, column, width: match[0].length, look: lookOf(style), ground: groundOf(style) };
  });
  return found.every(({ name }) => name.length <= LONGEST && !/[=:/\\"]/u.test(name)) ? found : [];
}

const LONGEST = 28;

/** The one with the cursor, or the one that looks unlike the others; a single one where it is not the box's colour. */
function focusedOf(
  buttons: readonly Button[],
  area: Area,
  screen: StyledScreen | undefined,
): Button | undefined {
  const x = screen?.cursor.visible ? screen.cursor.x : -1;
  const at = buttons.find(({ column, width }) => x >= column && x < column + width);
  if (at) return at;
  const odd = buttons.filter((one) => buttons.every((other) => other === one || other.look !== one.look));
  if (buttons.length > 2) return odd.length === 1 ? odd[0] : undefined;
  const lit = buttons.filter(({ ground }) => ground !== area.ground);
  return lit.length === 1 ? lit[0] : undefined;
}

/** A row of buttons stands away from the left side of its box, or has several of them. */
function isCentred(buttons: readonly Button[], { bounds }: Area): boolean {
  return buttons.length > 1 || (buttons[0]?.column ?? 0) > bounds.column + 1;
}
