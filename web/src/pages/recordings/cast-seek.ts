import type { Cast, CastEvent } from './read-cast.js';
import { sizeIn } from './read-cast.js';

/** How many events have happened at a moment: those of the very moment have. */
export function eventsUntil(events: readonly CastEvent[], time: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle] as CastEvent).time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What an empty terminal must be given to show the recording at a moment. */
export interface Painting {
  readonly columns: number;
  readonly rows: number;
  readonly output: string;
}

/** The size at the moment, and all output before it; what came before the last full reset changes nothing any more. */
export function paintingAt({ columns, rows, events }: Cast, count: number): Painting {
  let size = { columns, rows };
  let parts: string[] = [];
  for (const { code, data } of events.slice(0, count)) {
    if (code === 'r') size = sizeIn(data) ?? size;
    if (code !== 'o') continue;
    if (data.includes(FULL_RESET)) parts = [];
    parts.push(data);
  }
  return { ...size, output: parts.join('') };
}

const FULL_RESET = '\x1bc';

export interface Marker {
  readonly time: number;
  readonly kind: 'prompt' | 'exit' | 'note';
  readonly label: string;
}

/** The markers of a recording. Questions are marked by their own words, ends by the exit code. */
export function markersOf({ events }: Cast): readonly Marker[] {
  const markers = events.flatMap(({ time, code, data }): Marker[] => {
    if (code === 'x') return [{ time, kind: 'exit', label: `exit ${data}` }];
    if (code !== 'm') return [];
    if (/^exit \d+$/.test(data)) return [{ time, kind: 'exit', label: data }];
    const isNote = /^(?:Output is missing|The recording is full)/.test(data);
    return [{ time, kind: isNote ? 'note' : 'prompt', label: data || 'marker' }];
  });
  // Some recordings mark their end in both ways.
  return markers.filter(({ kind, label }, index) => kind !== 'exit' || markers[index - 1]?.label !== label);
}

/** The marker before or behind a moment, for jumping from one to the next. */
export function markerFrom(markers: readonly Marker[], time: number, step: 1 | -1): Marker | undefined {
  // A little room, or going back from a marker would stay at it.
  if (step === 1) return markers.find((marker) => marker.time > time + NEAR);
  return markers.findLast((marker) => marker.time < time - NEAR);
}

const NEAR = 0.25;
