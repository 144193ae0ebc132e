import { MuxError } from '../../model/index.js';
import type { LocatorKind } from './locator-kind.js';
import { inReadingOrder, isWithin, type Match, type ScreenGrid, samePlace } from './screen-grid.js';

/** How many matches there were after a part of a locator. */
export interface StageCount {
  readonly description: string;
  readonly count: number;
}

export interface Located {
  readonly matches: readonly Match[];
  readonly stages: readonly StageCount[];
  /** What comes nearest, where a stage found nothing. */
  readonly nearest: string | undefined;
}

interface Stage {
  readonly description: string;
  apply(grid: ScreenGrid, matches: readonly Match[]): readonly Match[];
  nearest?(grid: ScreenGrid, matches: readonly Match[]): string | undefined;
}

export interface FilterQuery {
  readonly hasText?: string | RegExp;
  readonly hasNotText?: string | RegExp;
  readonly has?: LocatorQuery;
  readonly hasNot?: LocatorQuery;
}

/** What a locator means, apart from any terminal: a chain of stages, each of which works on the matches before it. */
export class LocatorQuery {
  readonly #stages: readonly Stage[];

  constructor(stages: readonly Stage[] = []) {
    this.#stages = stages;
  }

  get description(): string {
    return this.#stages.length === 0
      ? 'the screen'
      : this.#stages.map((stage) => stage.description).join(' > ');
  }

  locate(grid: ScreenGrid): Located {
    let matches: readonly Match[] = [{ place: grid.whole }];
    const stages: StageCount[] = [];
    let nearest: string | undefined;
    for (const stage of this.#stages) {
      const before = matches;
      matches = stage.apply(grid, before);
      stages.push({ description: stage.description, count: matches.length });
      if (matches.length === 0 && before.length > 0) nearest = stage.nearest?.(grid, before);
    }
    return { matches, stages, nearest };
  }

  /** What there is of a kind in the matches so far. */
  narrow(kind: LocatorKind): LocatorQuery {
    return this.#with({
      description: kind.description,
      apply: (grid, matches) => distinct(matches.flatMap(({ place }) => kind.find(grid, place))),
      nearest: (grid, [first]) => first && kind.nearest?.(grid, first.place),
    });
  }

  /** Those that `other` means, too: one of both lies in the other. */
  and(other: LocatorQuery): LocatorQuery {
    return this.#keep(`and(${other.description})`, (match, grid) =>
      other
        .locate(grid)
        .matches.some(({ place }) => isWithin(match.place, place) || isWithin(place, match.place)),
    );
  }

  /** Those of both. */
  or(other: LocatorQuery): LocatorQuery {
    return this.#with({
      description: `or(${other.description})`,
      apply: (grid, matches) => distinct([...matches, ...other.locate(grid).matches]).sort(inReadingOrder),
    });
  }

  filter({ hasText, hasNotText, has, hasNot }: FilterQuery): LocatorQuery {
    const shows = (grid: ScreenGrid, match: Match, pattern: string | RegExp): boolean => {
      const text = grid.text(match.place);
      return typeof pattern === 'string'
        ? text.includes(pattern)
        : new RegExp(pattern, pattern.flags.replace(/[gy]/g, '')).test(text);
    };
    const holds = (grid: ScreenGrid, match: Match, query: LocatorQuery): boolean =>
      query.locate(grid).matches.some(({ place }) => isWithin(place, match.place));
    const named = { hasText, hasNotText, has: has?.description, hasNot: hasNot?.description };
    const shown = Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}: ${value}`,
    );
    if (shown.length === 0) throw emptyFilter();
    return this.#keep(`filter({ ${shown.join(', ')} })`, (match, grid) => {
      if (hasText !== undefined && !shows(grid, match, hasText)) return false;
      if (hasNotText !== undefined && shows(grid, match, hasNotText)) return false;
      if (has && !holds(grid, match, has)) return false;
      return !(hasNot && holds(grid, match, hasNot));
    });
  }

  nth(index: number): LocatorQuery {
    return this.#with({
      description: index === 0 ? 'first()' : index === -1 ? 'last()' : `nth(${index})`,
      apply: (_, matches) => {
        const match = matches.at(index);
        return match ? [match] : [];
      },
    });
  }

  within(other: LocatorQuery): LocatorQuery {
    return this.#keep(`within(${other.description})`, (match, grid) =>
      other.locate(grid).matches.some(({ place }) => isWithin(match.place, place)),
    );
  }

  /** Those that come behind the first match of `anchor`, in reading order. */
  after(anchor: LocatorQuery): LocatorQuery {
    return this.#keep(`after(${anchor.description})`, (match, grid) => {
      const [first] = anchor.locate(grid).matches;
      const last = first?.place.at(-1);
      const begin = match.place[0];
      if (!last || !begin) return false;
      return begin.row > last.row || (begin.row === last.row && begin.from >= last.to);
    });
  }

  /** Those that come before the first match of `anchor`. */
  before(anchor: LocatorQuery): LocatorQuery {
    return this.#keep(`before(${anchor.description})`, (match, grid) => {
      const begin = anchor.locate(grid).matches[0]?.place[0];
      const last = match.place.at(-1);
      if (!begin || !last) return false;
      return last.row < begin.row || (last.row === begin.row && last.to <= begin.from);
    });
  }

  /** Those that the last action, or what came after it, has painted. */
  painted(): LocatorQuery {
    return this.#keep('new', (match, grid) => isPainted(grid, match));
  }

  #keep(description: string, test: (match: Match, grid: ScreenGrid) => boolean): LocatorQuery {
    return this.#with({
      description,
      apply: (grid, matches) => matches.filter((match) => test(match, grid)),
    });
  }

  #with(stage: Stage): LocatorQuery {
    return new LocatorQuery([...this.#stages, stage]);
  }
}

function distinct(matches: readonly Match[]): Match[] {
  const found: Match[] = [];
  for (const match of matches) {
    if (!found.some(({ place }) => samePlace(place, match.place))) found.push(match);
  }
  return found;
}

function isPainted(grid: ScreenGrid, { place }: Match): boolean {
  return place.some((span) =>
    grid.cells(span).some(({ column, text }) => text.trim() !== '' && grid.isNew(span.row, column)),
  );
}

function emptyFilter(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'filter was given nothing to filter by.', {
    suggestion: 'Give hasText, hasNotText, has or hasNot.',
  });
}
