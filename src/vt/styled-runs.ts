import type { StyledRun, TextStyle } from './text-style.js';

/** Puts pieces of text together to runs of one look. */
export class StyledRuns {
  readonly runs: StyledRun[] = [];

  add(text: string, style: TextStyle): void {
    if (text === '') return;
    const last = this.runs.at(-1);
    if (last && sameStyle(last, style)) this.runs[this.runs.length - 1] = { ...last, text: last.text + text };
    else this.runs.push({ ...style, text });
  }
}

/** Whether two pieces of text look the same. */
export function sameStyle(a: TextStyle, b: TextStyle): boolean {
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
