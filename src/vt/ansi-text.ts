import type { StyledRun, TextStyle } from './text-style.js';

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
    const sgr = sgrOf(run);
    if (styled) text += '\x1b[0m';
    styled = sgr !== '';
    text += sgr + run.text;
  }
  return styled ? `${text}\x1b[0m` : text;
}

/** The sequence that gives plain text a style; empty for the plain style. */
export function sgrOf(style: TextStyle): string {
  const codes = codesOf(style);
  return codes === '' ? '' : `\x1b[${codes}m`;
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
