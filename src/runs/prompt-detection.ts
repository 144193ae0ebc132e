import type { TerminalVerdict } from '../hosts/index.js';
import { isMuxError } from '../model/index.js';
import { cursorLine, matchesText, type Screen } from '../screen/index.js';
import type { Answers } from './answered.js';

/** The line that the cursor is on, as a prompt: without the spaces at its end. */
export function promptLine(screen: Screen): string {
  return cursorLine(screen).trimEnd();
}

export interface DetectionSigns {
  /** What the kernel says, where it was asked. */
  readonly kernel?: TerminalVerdict | undefined;
  /** What is above the row of the last answer was asked before it. */
  readonly answers?: Answers | undefined;
}

/**
 * The line that asks, where a detector fits one of the latest lines: the line of the cursor first. A line above it may
 * be one of a log, so it counts only where the program waits, or where the kernel does not know and the cursor is on the
 * empty line below.
 */
export function detectPrompt(
  screen: Screen,
  detectors: readonly RegExp[],
  { kernel, answers }: DetectionSigns = {},
): string | undefined {
  const fits = (line: string): boolean =>
    line.trim() !== '' && detectors.some((detector) => fitsInTime(line, detector));
  const line = cursorLine(screen);
  if (fits(line)) return line.trimEnd();
  const waits = kernel?.state === 'waiting';
  if (!waits && !(kernel?.state === 'unknown' && line.trim() === '')) return undefined;
  const cursor = screen.lineOfRow[screen.cursor.y] ?? 0;
  const first = answers?.row === undefined ? 0 : lineBehind(screen, answers.row - screen.historySize);
  const above = screen.lines.slice(first, cursor).filter((text) => text.trim() !== '');
  return above
    .slice(waits ? -LATEST_LINES : -1)
    .findLast(fits)
    ?.trimEnd();
}

/** A line that is too long for a pattern is no question. */
function fitsInTime(line: string, detector: RegExp): boolean {
  try {
    return matchesText(line, detector);
  } catch (error) {
    if (isMuxError(error, 'PATTERN_TOO_COSTLY')) return false;
    throw error;
  }
}

/** How many lines with text above the cursor belong to a question. */
const LATEST_LINES = 5;

/** The first line below a row. */
function lineBehind({ lineOfRow }: Screen, row: number): number {
  return row < 0 ? 0 : (lineOfRow[row] ?? 0) + 1;
}

/**
 * Whether a line ends as prompts do. By itself that says little; it is what makes a guess of the kernel worth telling.
 */
export function looksLikePrompt(screen: Screen): boolean {
  return /[?:>$#%»❯›\])]$/.test(promptLine(screen));
}

/** The last line with text above an empty cursor line: a question that ended with a newline. */
export function lineAbove(screen: Screen): string | undefined {
  return promptLine(screen) === '' ? textAbove(screen) : undefined;
}

/** The last line with text above that of the cursor. */
export function textAbove(screen: Screen): string | undefined {
  const cursor = screen.lineOfRow[screen.cursor.y] ?? 0;
  return screen.lines
    .slice(0, cursor)
    .findLast((line) => line.trim() !== '')
    ?.trimEnd();
}
