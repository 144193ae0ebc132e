import { columnWidth, isBlankCell } from '../../vt/index.js';
import type { LocatorKind } from './locator-kind.js';
import type { Match, Span } from './screen-grid.js';
import { type StyleQuery, shownStyle, styleTest } from './style-query.js';

/** Text side by side in one row that looks so. Blanks alone are no match. */
export function byStyle(query: StyleQuery): LocatorKind {
  const fits = styleTest('getByStyle', query);
  return {
    description: `getByStyle(${shownStyle(query)})`,
    find: (grid, within) =>
      within.flatMap((span) => {
        const runs: { from: number; to: number; isBlank: boolean }[] = [];
        for (const cell of grid.cells(span)) {
          if (!fits(cell.style)) continue;
          const to = cell.column + Math.max(1, columnWidth(cell.text));
          const last = runs.at(-1);
          if (last?.to === cell.column) {
            last.to = to;
            last.isBlank &&= isBlankCell(cell);
          } else runs.push({ from: cell.column, to, isBlank: isBlankCell(cell) });
        }
        return runs.filter(({ isBlank }) => !isBlank).map((run) => match(span, run));
      }),
  };
}

function match({ row }: Span, { from, to }: { readonly from: number; readonly to: number }): Match {
  return { place: [{ row, from, to }] };
}
