/** What a terminal shows at one moment. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  /** How many lines have scrolled off at its top, and are kept. */
  readonly historySize: number;
  /** The rows from top to bottom, without the spaces at their ends. */
  readonly rows: readonly string[];
  /** The rows put together where the terminal wrapped a long line. */
  readonly lines: readonly string[];
  /** For each row, which of `lines` it belongs to. */
  readonly lineOfRow: readonly number[];
  readonly cursor: Cursor;
  readonly title: string;
  /** Whether a full-screen program uses the alternate screen. */
  readonly alternate: boolean;
  /** Whether a person scrolls in copy mode, or another tmux mode covers the program. */
  readonly inMode: boolean;
  /** Whether the program of the pane has ended. */
  readonly dead: boolean;
}

export interface Cursor {
  /** Column, from 0. */
  readonly x: number;
  /** Row, from 0. */
  readonly y: number;
  readonly visible: boolean;
}

/** The text of the screen, without the unused rows at its end. */
export function screenText(screen: Screen): string {
  return dropTrailingBlank(screen.lines).join('\n');
}

/** The whole line that the cursor is on, also where it began rows above. */
export function cursorLine(screen: Screen): string {
  return screen.lines[screen.lineOfRow[screen.cursor.y] ?? -1] ?? '';
}

/** The lines up to the last one that has text. */
export function dropTrailingBlank(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === '') end--;
  return lines.slice(0, end);
}

/** Whether `text` holds the words, or fits the expression. A `g` or `y` flag does not make it remember. */
export function matchesText(text: string, pattern: string | RegExp): boolean {
  if (typeof pattern === 'string') return text.includes(pattern);
  pattern.lastIndex = 0;
  return pattern.test(text);
}
