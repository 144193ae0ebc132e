import { MuxError } from '../../model/index.js';
import { matchesText } from '../../screen/index.js';
import { boxesIn } from './boxes.js';
import { checkPattern } from './by-text.js';
import type { LocatorKind } from './locator-kind.js';
import { isWithin, type Place } from './screen-grid.js';

/** Rows and columns from the first to the last, counted from 0; negative numbers count from the end. */
export interface AreaQuery {
  readonly rows?: readonly [first: number, last: number];
  readonly columns?: readonly [first: number, last: number];
}

/** A part of the screen: by its rows and columns, or the inside of the box that has a title in its upper border. */
export type RegionQuery = AreaQuery | { readonly title: string | RegExp };

export function byRegion(query: RegionQuery): LocatorKind {
  return 'title' in query ? byTitle(query.title) : byArea(query);
}

/** One row of a place. */
export function byRow(row: number): LocatorKind {
  checkNumbers('row', [row]);
  return {
    description: `row(${row})`,
    find: (_, within) => {
      const span = within.at(row);
      return span ? [{ place: [span] }] : [];
    },
  };
}

function byTitle(title: string | RegExp): LocatorKind {
  checkPattern('region', title);
  const shown = typeof title === 'string' ? `'${title}'` : String(title);
  return {
    description: `region({ title: ${shown} })`,
    find: (grid, within) =>
      boxesIn(grid)
        .filter((box) => matchesText(box.title, title) && isWithin(box.inside, within))
        .map(({ inside }) => ({ place: inside })),
    nearest: (grid) => {
      const titles = boxesIn(grid).map((box) => JSON.stringify(box.title));
      return titles.length > 0 ? `boxes ${titles.join(', ')}` : 'no box on the screen';
    },
  };
}

function byArea({ rows, columns }: AreaQuery): LocatorKind {
  checkNumbers('region', [...(rows ?? []), ...(columns ?? [])]);
  const parts = [rows && `rows: [${rows.join(', ')}]`, columns && `columns: [${columns.join(', ')}]`];
  const shown = parts.filter(Boolean).join(', ');
  if (shown === '') {
    throw new MuxError('INVALID_ARGUMENT', 'region was given neither rows nor columns nor a title.', {
      suggestion: "Give e.g. { rows: [2, 9] } or { title: 'Left' }.",
    });
  }
  return {
    description: `region({ ${shown} })`,
    find: (_, within) => {
      const place = cut(within, rows ?? [0, -1], columns ?? [0, -1]);
      return place.length > 0 ? [{ place }] : [];
    },
  };
}

function cut(within: Place, rows: readonly [number, number], columns: readonly [number, number]): Place {
  const [top, bottom] = rows.map((row) => (row < 0 ? within.length + row : row)) as [number, number];
  return within.slice(Math.max(0, top), bottom + 1).flatMap(({ row, from, to }) => {
    const [left, right] = columns.map((column) => (column < 0 ? to + column : from + column)) as [
      number,
      number,
    ];
    const span = { row, from: Math.max(from, left), to: Math.min(to, right + 1) };
    return span.from < span.to ? [span] : [];
  });
}

function checkNumbers(method: string, numbers: readonly unknown[]): void {
  const wrong = numbers.find((number) => !Number.isInteger(number));
  if (wrong === undefined) return;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `${method} was given ${String(wrong)}, which is not a row or column number.`,
    {
      suggestion: 'Rows and columns are counted from 0; -1 is the last one.',
    },
  );
}
