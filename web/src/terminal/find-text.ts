import type { IBufferLine, Terminal } from '@xterm/xterm';

export interface Found {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

interface Match {
  readonly row: number;
  readonly column: number;
  readonly width: number;
}

/** Selects the next place that has the text, from the selection on; upper and lower case are one. */
export function findText(
  terminal: Terminal,
  text: string,
  direction: 'next' | 'previous',
): Found | undefined {
  const matches = matchesOf(terminal, text.toLowerCase());
  if (matches.length === 0) {
    terminal.clearSelection();
    return undefined;
  }
  const index = nextIndex(matches, terminal, direction);
  const match = matches[index];
  if (!match) return undefined;
  terminal.select(match.column, match.row, match.width);
  const { viewportY } = terminal.buffer.active;
  if (match.row < viewportY || match.row >= viewportY + terminal.rows) {
    terminal.scrollToLine(Math.max(0, match.row - Math.floor(terminal.rows / 2)));
  }
  return { number: index + 1, of: matches.length };
}

function nextIndex(matches: readonly Match[], terminal: Terminal, direction: 'next' | 'previous'): number {
  const at = terminal.getSelectionPosition()?.start;
  if (!at) return matches.length - 1;
  const isBehind = ({ row, column }: Match): boolean => row > at.y || (row === at.y && column > at.x);
  const isBefore = ({ row, column }: Match): boolean => row < at.y || (row === at.y && column < at.x);
  if (direction === 'next') return Math.max(0, matches.findIndex(isBehind));
  const before = matches.findLastIndex(isBefore);
  return before === -1 ? matches.length - 1 : before;
}

function matchesOf(terminal: Terminal, wanted: string): Match[] {
  if (wanted === '') return [];
  const buffer = terminal.buffer.active;
  const matches: Match[] = [];
  for (let row = 0; row < buffer.length; row += 1) {
    const line = buffer.getLine(row);
    if (!line) continue;
    const text = line.translateToString(true).toLowerCase();
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const column = columnOf(line, at);
      matches.push({ row, column, width: columnOf(line, at + wanted.length) - column });
    }
  }
  return matches;
}

/** Where a letter of the text stands: wide letters take two columns, and some cells hold several characters. */
function columnOf(line: IBufferLine, index: number): number {
  let letters = 0;
  for (let column = 0; column < line.length; column += 1) {
    if (letters >= index) return column;
    const cell = line.getCell(column);
    if (cell && cell.getWidth() > 0) letters += cell.getChars().length || 1;
  }
  return line.length;
}
