import { MuxError } from '../../model/index.js';
import type { LocatorKind } from './locator-kind.js';
import { nearestRow } from './nearest-row.js';
import { type Match, placeIn, type TextLine, textLines } from './screen-grid.js';

export interface TextOptions {
  /**
   * Whether the text stands alone: with a blank, a border or the edge of the place on both sides.
   * @default false
   */
  readonly exact?: boolean;
}

/** Text on the screen, also where the terminal has wrapped it. */
export function byText(pattern: string | RegExp, { exact = false }: TextOptions = {}): LocatorKind {
  checkPattern('getByText', pattern);
  const shown =
    typeof pattern === 'string' ? JSON.stringify(pattern).replaceAll(/^"|"$/g, "'") : String(pattern);
  return {
    description: `getByText(${shown}${exact ? ', { exact: true }' : ''})`,
    find: (grid, within) =>
      textLines(grid, within).flatMap((line) =>
        occurrences(line.text, pattern)
          .filter(([from, to]) => !exact || standsAlone(line, from, to))
          .map(([from, to]): Match => ({ place: placeIn(line, from, to) })),
      ),
    nearest: (grid, within) => nearestRow(textLines(grid, within), pattern),
  };
}

/** Refuses what would be found everywhere, or nowhere. */
export function checkPattern(method: string, pattern: unknown): void {
  if (pattern instanceof RegExp || (typeof pattern === 'string' && pattern.trim() !== '')) return;
  const what =
    typeof pattern === 'string' ? 'an empty text' : `${pattern === null ? 'null' : typeof pattern}`;
  throw new MuxError('INVALID_ARGUMENT', `${method} was given ${what}, which means nothing on a screen.`, {
    suggestion: `Give ${method} a text that is not blank, or a regular expression.`,
  });
}

function occurrences(text: string, pattern: string | RegExp): [from: number, to: number][] {
  if (typeof pattern === 'string') {
    const found: [number, number][] = [];
    for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + pattern.length)) {
      found.push([at, at + pattern.length]);
    }
    return found;
  }
  const every = new RegExp(pattern.source, [...new Set([...pattern.flags.replace('y', ''), 'g'])].join(''));
  return [...text.matchAll(every)]
    .filter(([match]) => match !== '')
    .map(({ 0: match, index }) => [index, index + match.length]);
}

const BORDER = /^[\s\u2500-\u259f|]?$/u;

function standsAlone({ text }: TextLine, from: number, to: number): boolean {
  return BORDER.test(text.slice(0, from).slice(-1)) && BORDER.test(text.slice(to, to + 1));
}
