import type { PackedRows } from './packed-rows.js';

/** How what is on the screen fits into what is known. */
export interface Overlap {
  /** Place in the known text where the screen's row `row` begins. */
  readonly place: number;
  /** First row of the screen that is known; rows above it are not. */
  readonly row: number;
  /** How many packed characters are the same from there on. */
  readonly length: number;
}

export interface OverlapOptions {
  /** Where the screen began when it was looked at before: of several places that fit, the nearest counts. */
  readonly near: number;
  /**
   * Whether the first rows may be a header that does not scroll with the rest: then the longest overlap counts, and
   * else the first one, since what changes on a screen changes below it.
   */
  readonly sticky: boolean;
}

/**
 * Finds where the rows of a screen continue the known text: where its end is the beginning of the screen, or the
 * screen is a part of it, or both are equal up to something that was rewritten.
 */
export function findOverlap(
  known: PackedRows,
  screen: PackedRows,
  { near, sticky }: OverlapOptions,
): Overlap | undefined {
  let best: Overlap | undefined;
  let tried = 0;
  for (let row = 0; row < screen.starts.length && tried < PROBED_ROWS; row++) {
    const start = screen.starts[row] ?? 0;
    const length = (screen.starts[row + 1] ?? screen.text.length) - start;
    if (length < SHORTEST_ROW) continue;
    tried++;
    const probe = screen.text.slice(start, start + Math.min(LONGEST_PROBE, Math.max(SHORTEST_PROBE, length)));
    for (const place of placesOf(known.text, probe, near)) {
      const overlap = { place, row, length: sameLength(known.text, place, screen.text, start) };
      // What stands above must be a small part, which has just changed.
      if (!sticky && start > overlap.length / 2 && overlap.length < PLENTY) continue;
      if (isGood(overlap, known, screen, near)) best = better(best, overlap, known, screen, near);
    }
    if (best && !sticky && isLocal(best, screen, near)) return best;
  }
  return best && (isLocal(best, screen, near) || isPartOf(best, screen)) ? best : undefined;
}

/** Rows from the top that are looked for; the first ones may just have changed. */
const PROBED_ROWS = 6;
const SHORTEST_ROW = 3;
const SHORTEST_PROBE = 12;
const LONGEST_PROBE = 32;
const MOST_PLACES = 64;
/** Less than this may be the same by chance. */
const ENOUGH = 24;
const SHORTEST_END = 8;
/** So much is the same in no two places, if not everything is. */
const PLENTY = 300;

/** Where the probe stands in the text, or where the text ends in the midst of it. */
function* placesOf(text: string, probe: string, near: number): Generator<number> {
  yield near;
  for (let length = Math.min(probe.length - 1, text.length); length >= SHORTEST_END; length--) {
    if (text.endsWith(probe.slice(0, length))) yield text.length - length;
  }
  let place = text.lastIndexOf(probe);
  for (let count = 0; place >= 0 && count < MOST_PLACES; count++) {
    yield place;
    place = place === 0 ? -1 : text.lastIndexOf(probe, place - 1);
  }
}

function sameLength(a: string, from: number, b: string, at: number): number {
  const most = Math.min(a.length - from, b.length - at);
  let length = 0;
  while (length < most && a.charCodeAt(from + length) === b.charCodeAt(at + length)) length++;
  return length;
}

function isGood(overlap: Overlap, known: PackedRows, screen: PackedRows, near: number): boolean {
  const { place } = overlap;
  const isPart = isPartOf(overlap, screen);
  const isEnd = place + overlap.length === known.text.length;
  // Half of a row is the same by chance, unless there is no more of it.
  const length = isPart || isEnd ? overlap.length : wholeRows(overlap, screen);
  const from = Math.max(0, near - 2 * screen.text.length);
  if (length >= ENOUGH) return isPart || isTelling(known.text, from, { ...overlap, length });
  if (place === near) return isPart || isEnd || length >= SHORTEST_END;
  return isEnd && length >= SHORTEST_END && isTelling(known.text, from, overlap);
}

/** How much of an overlap is rows that are the same from beginning to end. */
function wholeRows({ row, length }: Overlap, { starts }: PackedRows): number {
  const start = starts[row] ?? 0;
  let whole = 0;
  for (let next = row + 1; next < starts.length; next++) {
    const end = (starts[next] ?? 0) - start;
    if (end > length) break;
    whole = end;
  }
  return whole;
}

/** A line that stands in the last part of the text several times does not tell where the screen begins; many lines do. */
function isTelling(text: string, from: number, { place, length }: Overlap): boolean {
  if (length >= PLENTY) return true;
  const same = text.slice(place, place + length);
  return text.indexOf(same, Math.min(from, place)) === place && text.lastIndexOf(same) === place;
}

/** The known text continues with the screen; or it is near; or more of it is equal; or it is nearer. */
function better(
  best: Overlap | undefined,
  overlap: Overlap,
  known: PackedRows,
  screen: PackedRows,
  near: number,
): Overlap {
  if (!best) return overlap;
  const continues = ({ place, length }: Overlap): number =>
    place + length === known.text.length && length * 2 >= screen.text.length ? 1 : 0;
  const local = (each: Overlap): number => (isLocal(each, screen, near) ? 1 : 0);
  const order =
    continues(overlap) - continues(best) ||
    local(overlap) - local(best) ||
    overlap.length - best.length ||
    Math.abs(best.place - near) - Math.abs(overlap.place - near);
  return order > 0 ? overlap : best;
}

/** Whether everything on the screen is known. */
function isPartOf({ row, length }: Overlap, screen: PackedRows): boolean {
  return (screen.starts[row] ?? 0) + length === screen.text.length;
}

/** The same words may have been said long ago. */
function isLocal({ place }: Overlap, screen: PackedRows, near: number): boolean {
  return place >= near - 2 * screen.text.length;
}
