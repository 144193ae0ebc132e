import { sequencePattern } from './grammar.js';
import { drawn } from './line-drawing.js';
import { afterSgr, plainStyle } from './select-graphic-rendition.js';
import { StyledRuns } from './styled-runs.js';
import type { StyledRun } from './text-style.js';

/**
 * Takes the output of `capture-pane -e` apart into rows of styled text. A style continues over the ends of rows until
 * it is changed, which is how tmux writes it. Links (OSC 8) leave their text, and line drawing characters, which
 * tmux gives as letters between SO and SI, become the lines they stand for.
 *
 * @example
 * styledRows('\x1b[2mdim\x1b[0m plain'); // [[{ text: 'dim', dim: true, … }, { text: ' plain', dim: false, … }]]
 */
export function styledRows(capture: string): StyledRun[][] {
  if (capture === '') return [];
  let style = plainStyle;
  let drawing = false;
  return capture
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const row = new StyledRuns();
      let end = 0;
      for (const match of line.matchAll(SEQUENCES)) {
        row.add(drawing ? drawn(line.slice(end, match.index)) : line.slice(end, match.index), style);
        end = match.index + match[0].length;
        const parameters = sgrParameters(match[0]);
        if (parameters !== undefined) style = afterSgr(style, parameters);
        else if (match[0] === '\x0e') drawing = true;
        else if (match[0] === '\x0f') drawing = false;
      }
      row.add(drawing ? drawn(line.slice(end)) : line.slice(end), style);
      return row.runs;
    });
}

/** The text of a row without its styles. */
export function rowText(row: readonly StyledRun[]): string {
  if (row.length === 1) return row[0]?.text ?? '';
  let text = '';
  for (const run of row) text += run.text;
  return text;
}

const SEQUENCES = new RegExp(
  `${sequencePattern('javascript')}|[\\x00-\\x08\\x0b-\\x1a\\x1c-\\x1f\\x7f]`,
  'g',
);

/** What stands between `ESC [` and `m`. */
function sgrParameters(sequence: string): string | undefined {
  if (!sequence.endsWith('m') || sequence.charAt(1) !== '[') return undefined;
  const parameters = sequence.slice(2, -1);
  return /^[\d;:]*$/.test(parameters) ? parameters : undefined;
}
