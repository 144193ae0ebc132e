import type { StyledRun, TextStyle } from './styled-screen.js';

/**
 * A row of styled text with the escape sequences that make a terminal show it so. It begins and ends with the plain
 * style, so that it can stand alone.
 *
 * @example
 * ansiText(styledRows('\x1b[1mbold')[0]); // '\x1b[1mbold\x1b[0m'
 */
export function ansiText(row: readonly StyledRun[]): string {
  let text = '';
  let styled = false;
  for (const run of row) {
    const codes = codesOf(run);
    if (styled) text += '\x1b[0m';
    if (codes !== '') text += `\x1b[${codes}m`;
    styled = codes !== '';
    text += run.text;
  }
  return styled ? `${text}\x1b[0m` : text;
}

function codesOf(style: TextStyle): string {
  const codes: string[] = [];
  if (style.bold) codes.push('1');
  if (style.dim) codes.push('2');
  if (style.italic) codes.push('3');
  if (style.underline) codes.push('4');
  if (style.reverse) codes.push('7');
  if (style.struck) codes.push('9');
  if (style.foreground !== undefined) codes.push(style.foreground);
  if (style.background !== undefined) codes.push(style.background);
  return codes.join(';');
}
