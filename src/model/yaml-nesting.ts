import { CST, Lexer } from 'yaml';

/**
 * The line in which a text in YAML is nested too deeply to be read, where it is. The author of the text could end the
 * process otherwise: the parser of the library (seen in 2.9) goes down one level of the stack after the other, and an
 * expression that V8 compiles at its bottom is a fatal error, which cannot be caught.
 *
 * @example
 * tooDeepLine('a: '.repeat(10_000)); // 1
 */
export function tooDeepLine(text: string): number | undefined {
  let line = 1;
  let flow = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'newline') indicators = 0;
    else if (type === 'space' && token.length > DEEPEST && indicators === 0) return line;
    else if (type === 'flow-seq-start' || type === 'flow-map-start') flow++;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') flow--;
    else if (type !== null && INDICATORS.has(type)) indicators++;
    if (flow + indicators > DEEPEST) return line;
    line += newlinesIn(token);
  }
  return undefined;
}

const INDICATORS = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

/** Nobody writes a file like that: also the number of blanks before a line that is still read. */
const DEEPEST = 100;

function newlinesIn(token: string): number {
  let count = 0;
  for (let at = token.indexOf('\n'); at >= 0; at = token.indexOf('\n', at + 1)) count++;
  return count;
}
