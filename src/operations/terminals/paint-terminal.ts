import { redactedScreen } from '../../redaction/index.js';
import { paintScreen, type StyledScreen } from '../../screen/index.js';
import type { PaneSnapshot } from '../../tmux/index.js';
import { ansiText, cellsOf, columnWidth, rowText, styledRows, type TextStyle } from '../../vt/index.js';

type Redact = (lines: readonly string[]) => string[];

export interface TerminalPaint {
  readonly snapshot: PaneSnapshot;
  readonly redact: Redact;
  /** The sequences of the pen that the program draws with. */
  readonly pen: string;
  /** Bytes that came before the look and belong to a character that has not ended. */
  readonly tail: Uint8Array;
}

/** The bytes that make a terminal emulator show what a pane shows, without secrets, and go on like it. */
export function paintTerminal({ snapshot, redact, pen, tail }: TerminalPaint): Buffer {
  const { screen, beneath, modes, unfinished } = snapshot;
  const hidden = redactedScreen(screen, redact);
  const { text, line = '' } = paintScreen({
    screen: { ...hidden, title: redact([screen.title]).join('') },
    beneath: beneath && redactedScreen(beneath, redact),
    modes,
  });
  // Where tmux does not say whether the program wants to know of pastes, it is asked when there is one.
  const paste = modes.bracketedPaste === false ? '\x1b[?2004l' : '\x1b[?2004h';
  return Buffer.concat([Buffer.from(paste + text + line + pen + unfinished), tail]);
}

/** What scrolled away, from a capture with joined lines, so that it is behind the screen which is painted next. */
export function paintHistory(capture: Buffer, { width, height }: StyledScreen, redact: Redact): Buffer {
  const lines = styledRows(capture.toString());
  const lineOfRow = lines.map((_, index) => index);
  const hidden = redactedScreen({ styledRows: lines, lineOfRow, width: Number.POSITIVE_INFINITY }, redact);
  let text = '\x1b[?1049l\x1b[?6l\x1b[?7h\x1b[r\x1b[m\x1b[H\x1b[2J\x1b[3J';
  let rows = 0;
  for (const line of hidden.styledRows) {
    text += `${ansiText(line)}\r\n`;
    rows += Math.max(1, Math.ceil(columnWidth(rowText(line)) / width));
  }
  return Buffer.from(`${text}\x1b[${height};1H${'\n'.repeat(Math.min(rows, height - 1))}`);
}

/** The text of the line that the cursor is in, up to the cursor, with what stands above in the same line. */
export function textBeforeCursor({ styledRows: rows, lineOfRow, cursor }: StyledScreen): string {
  const first = lineOfRow.indexOf(lineOfRow[cursor.y] ?? cursor.y);
  const above = rows.slice(first < 0 ? cursor.y : first, cursor.y).map(rowText);
  const before = cellsOf(rows[cursor.y] ?? []).filter(({ column }) => column < cursor.x);
  return above.join('') + before.map(({ text }) => text).join('');
}

/** How the character before the cursor looks. */
export function styleBeforeCursor({ styledRows: rows, cursor }: StyledScreen): TextStyle | undefined {
  const y = cursor.x > 0 ? cursor.y : cursor.y - 1;
  const cells = cellsOf(rows[y] ?? []).filter(({ column }) => y < cursor.y || column < cursor.x);
  return cells.at(-1)?.style;
}
