import type { TerminalState } from '../terminal/terminal-state.js';
import type { Match, ScreenGrid } from './screen-grid.js';

/** What a locator means, for a message: how many there are, and each with its row. */
export function matchesText({ hidden }: TerminalState, grid: ScreenGrid, matches: readonly Match[]): string {
  if (matches.length === 0) return 'nothing';
  const texts = matches.slice(0, MOST).map(({ place }) => {
    const at = place[0] ? `row ${place[0].row}, column ${place[0].from}` : 'nowhere';
    return `  ${JSON.stringify(hidden.text(grid.text(place)))} in ${at}`;
  });
  return [matches.length === 1 ? 'one match' : `${matches.length} matches`, ...texts].join('\n');
}

const MOST = 10;
