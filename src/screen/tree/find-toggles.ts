import type { StyledScreen } from '../styled-screen.js';
import { type Area, type AreaRow, nameOf } from './area.js';
import { type Candidate, rowBounds } from './candidate.js';
import { lookOf } from './cell-grid.js';
import type { NodeState } from './tree-node.js';

/**
 * Boxes to tick and radio buttons: `[x] Name`, `( ) Name`, `◉ Name`. Lists of things to do look the same: so one of them
 * must stand out, or a box must be around them.
 */
export function findToggles(area: Area, screen: StyledScreen): Candidate[] {
  const found = area.rows.flatMap((row) => togglesIn(row));
  const aligned = found.filter((one) => found.some((other) => other !== one && other.column === one.column));
  const isFocused = focusTest(found, screen, area.box !== undefined);
  const someFocused = found.some(isFocused);
  return found.map((toggle) => {
    const focused = isFocused(toggle);
    const isAligned = aligned.includes(toggle);
    const isForm = isAligned && found.length > 2 && screen.alternate && !screen.cursor.visible;
    const sure = area.box !== undefined || isForm || (someFocused && (isAligned || found.length === 1));
    return {
      role: toggle.role,
      name: toggle.name,
      bounds: rowBounds(toggle.row, toggle.column, toggle.width),
      confidence: sure ? 'likely' : 'guess',
      state: [...(focused ? (['focused'] as const) : []), toggle.state],
      evidence: [
        { kind: 'pattern', detail: `'${toggle.mark}' before a label` },
        ...(focused ? [{ kind: 'style', detail: 'stands out among its siblings' } as const] : []),
      ],
    };
  });
}

interface Toggle {
  readonly role: 'checkbox' | 'radio';
  readonly mark: string;
  readonly name: string;
  readonly row: number;
  readonly column: number;
  readonly width: number;
  readonly state: NodeState;
  readonly pointed: boolean;
  readonly look: string;
}

const marked =
  /(?<=^|\s{2}|[│┃❯›▶►▸>*-] ?|^\s)(\[[ xX*✓✔+]\]|\([ xX*•●]\)|[◯◉◻◼☐☑☒])[\s\u00a0]*(?=[\p{L}\p{N}\p{P}\p{S}])/gu;

function togglesIn(row: AreaRow): Toggle[] {
  const text = row.cells.map((cell) => cell.text || '\u200b').join('');
  const marks = [...text.matchAll(marked)];
  return marks.flatMap((match, index) => {
    const [whole, mark = ''] = match;
    const end = marks[index + 1]?.index ?? text.length;
    const label = text
      .slice(match.index + whole.length, end)
      .replace(/[❯›▶►▸>]\s*$/u, '')
      .trimEnd();
    const name = nameOf(label.replaceAll('\u200b', ''));
    const first = row.cells[match.index + whole.length];
    if (name === '' || !first) return [];
    return {
      role: mark.startsWith('(') ? ('radio' as const) : ('checkbox' as const),
      mark,
      name,
      row: row.row,
      column: row.cells[match.index]?.column ?? 0,
      width: whole.length + label.length,
      state: /[xX*✓✔+•●◉◼☑☒]/u.test(mark) ? ('checked' as const) : ('unchecked' as const),
      pointed: /[❯›▶►▸>]\s?$/u.test(text.slice(0, match.index)),
      look: lookOf(first.style),
    };
  });
}

/** The one that is pointed at, has the cursor, or looks unlike all others. */
function focusTest(
  toggles: readonly Toggle[],
  { cursor }: StyledScreen,
  isInBox: boolean,
): (one: Toggle) => boolean {
  const pointed = toggles.filter((one) => one.pointed);
  if (pointed.length === 1) return (one) => one.pointed;
  const isAtCursor = ({ row, column, width }: Toggle): boolean =>
    cursor.y === row && cursor.x >= column - 1 && cursor.x < column + width;
  // Dialogs that hide the cursor leave it at the mark that Space would change.
  if ((cursor.visible || isInBox) && toggles.some(isAtCursor)) return isAtCursor;
  const odd = toggles.filter((one) => toggles.every((other) => other === one || other.look !== one.look));
  const isOdd = toggles.length > 2 && odd.length === 1;
  return (one) => isOdd && one === odd[0];
}
