import { tokensOf } from '../../vt/index.js';

export interface EchoSearch {
  /** Whether the echo is there to its end. */
  readonly whole: boolean;
  /** What stands behind it; where it is not whole, all but the end that may be its beginning. */
  readonly behind: string;
}

/** Looks for the echo of what was typed, which a line editor may have broken over rows. */
export function behindEcho(printed: string, command: string): EchoSearch {
  const letters = [...command.replaceAll(/\s/g, '')];
  if (letters.length === 0) return { whole: true, behind: printed };
  let found = 0;
  let begin = 0;
  for (const [piece, index] of charactersOf(printed)) {
    if (/\s/.test(piece)) continue;
    // Line editors go back over a letter to draw it again.
    if (piece === '\b') {
      found = Math.max(found - 1, 0);
      continue;
    }
    found = piece === letters[found] ? found + 1 : piece === letters[0] ? 1 : 0;
    if (found === 1) begin = index;
    if (found === letters.length) return { whole: true, behind: printed.slice(index + piece.length) };
  }
  const mayCome = found > 0 && (found >= SURELY_ECHO || !printed.slice(begin).includes('\n'));
  return { whole: false, behind: mayCome ? printed.slice(0, begin) : printed };
}

/** So many letters of a command over several rows are its echo, and no answer that begins as it does. */
const SURELY_ECHO = 16;

/** The characters of a text that are no part of an escape sequence, with their places. */
function* charactersOf(printed: string): Generator<readonly [character: string, index: number]> {
  let index = 0;
  for (const { kind, raw } of tokensOf(printed)) {
    if (kind === 'text' || kind === 'control') {
      for (const character of raw) {
        yield [character, index];
        index += character.length;
      }
    } else index += raw.length;
  }
}
