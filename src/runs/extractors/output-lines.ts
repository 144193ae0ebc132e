import { plainLine } from '../../recorder/index.js';
import { controlSequencePattern, escapePattern, screenChangePattern } from '../../vt/index.js';

/**
 * Output as lines of plain text. A program that draws its screen moves the cursor instead of beginning a new line:
 * what stands behind such a move does not belong to what stands in front of it.
 */
export function outputLines(output: string): string[] {
  return output.replace(movesToAnotherRow, '\n').split(/\r?\n/).map(plainLine);
}

/** Up, down, to the line above or below, to a row, to a place; the whole screen erased or changed for another one. */
const movesToAnotherRow = new RegExp(
  `${controlSequencePattern('ABEFHdfJ')}|${screenChangePattern}|${escapePattern('DEMc')}`,
  'g',
);
