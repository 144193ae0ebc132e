import { rowText, styledRows } from '../vt/index.js';
import type { StyledScreen } from './styled-screen.js';

/**
 * A screen from the text of a capture with attributes, where the pane itself is not at hand: each row is its own
 * line. What is not given is that of a pane of 80 columns with a visible cursor at its top left.
 *
 * @example
 * screenFromCapture('$ \x1b[2mls', { cursor: { x: 2, y: 0, visible: true } });
 */
export function screenFromCapture(capture: string, facts: Partial<StyledScreen> = {}): StyledScreen {
  const { width = 80, height = 24 } = facts;
  const styled = styledRows(capture).slice(0, height);
  while (styled.length < height) styled.push([]);
  const rows = styled.map((row) => rowText(row).trimEnd());
  return {
    title: '',
    alternate: false,
    inMode: false,
    dead: false,
    historySize: 0,
    cursor: { x: 0, y: 0, visible: true },
    ...facts,
    width,
    height,
    rows,
    lines: rows,
    lineOfRow: rows.map((_, row) => row),
    styledRows: styled,
  };
}
