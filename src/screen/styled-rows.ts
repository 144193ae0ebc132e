import { lineDrawing } from './line-drawing.js';
import { afterSgr, plainStyle } from './select-graphic-rendition.js';
import type { StyledRun, TextStyle } from './styled-screen.js';

/**
 * Takes the output of `capture-pane -e` apart into rows of styled text. A style goes on over the ends of rows until
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
      const row = new RowBuilder();
      let end = 0;
      for (const match of line.matchAll(sequences)) {
        row.add(shown(line.slice(end, match.index), drawing), style);
        end = match.index + match[0].length;
        if (match[1] !== undefined) style = afterSgr(style, match[1]);
        else if (match[0] === '\x0e') drawing = true;
        else if (match[0] === '\x0f') drawing = false;
      }
      row.add(shown(line.slice(end), drawing), style);
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

/** SGR (its parameters in the group), any other CSI, OSC and other strings, short escapes, single control characters. */
const sequences =
  /\x1b\[([\d;:]*)m|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][\s\S]*?(?:\x07|\x1b\\|$)|\x1b[ -/]*[0-~]?|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]/g;

class RowBuilder {
  readonly runs: StyledRun[] = [];

  add(text: string, style: TextStyle): void {
    if (text === '') return;
    const last = this.runs.at(-1);
    if (last && sameStyle(last, style)) this.runs[this.runs.length - 1] = { ...last, text: last.text + text };
    else this.runs.push({ ...style, text });
  }
}

/** Whether two pieces of text look the same. */
function sameStyle(a: TextStyle, b: TextStyle): boolean {
  return (
    a.dim === b.dim &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.reverse === b.reverse &&
    a.underline === b.underline &&
    a.struck === b.struck &&
    a.foreground === b.foreground &&
    a.background === b.background
  );
}

function shown(text: string, drawing: boolean): string {
  return drawing ? text.replace(/[`-~+,\-.0]/g, (letter) => lineDrawing[letter] ?? letter) : text;
}
