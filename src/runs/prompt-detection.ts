import { cursorLine, matchesText, type Screen } from '../screen/screen.js';

/** The line that the cursor is on, as a prompt: without the spaces at its end. */
export function promptLine(screen: Screen): string {
  return cursorLine(screen).trimEnd();
}

/** The line that asks, where a detector fits the line that the cursor is on. */
export function detectPrompt(screen: Screen, detectors: readonly RegExp[]): string | undefined {
  const line = cursorLine(screen);
  if (line.trim() === '') return undefined;
  return detectors.some((detector) => matchesText(line, detector)) ? line.trimEnd() : undefined;
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
