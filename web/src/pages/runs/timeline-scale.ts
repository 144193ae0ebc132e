/** A stretch of time in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The period that contains all spans, with some margin; the last hour if there are no spans. */
export function spanOf(spans: readonly Span[], now: number): Span {
  if (spans.length === 0) return { from: now - 3_600_000, to: now };
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  const air = Math.max(1_000, (to - from) * 0.02);
  return { from: from - air, to: to + air };
}

/** Where a moment is in a stretch: 0 at its begin, 1 at its end. */
export function place({ from, to }: Span, time: number): number {
  return Math.min(1, Math.max(0, (time - from) / (to - from)));
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Round moments in a stretch, at most so many. */
export function ticks({ from, to }: Span, most: number): readonly Tick[] {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? (STEPS.at(-1) as number);
  // Round in the time of the place where the person is.
  const offset = new Date(from).getTimezoneOffset() * 60_000;
  const first = Math.ceil((from - offset) / step) * step + offset;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: Math.min(count, most + 1) }, (_, index) => {
    const at = first + index * step;
    return { at, text: tickText(at, step) };
  });
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * DAY),
];

function tickText(at: number, step: number): string {
  const date = new Date(at);
  if (step >= DAY) return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  const clock = date.toLocaleTimeString('en-GB');
  return step < MINUTE ? clock : clock.slice(0, 5);
}

/** Puts spans into as few rows as hold them without overlap; gives the row of each, in their order. */
export function lanes(spans: readonly Span[], gap: number): readonly number[] {
  const ends: number[] = [];
  const rows = new Array<number>(spans.length).fill(0);
  const inOrder = spans.map((span, index) => ({ span, index })).sort((a, b) => a.span.from - b.span.from);
  for (const { span, index } of inOrder) {
    const free = ends.findIndex((end) => end + gap <= span.from);
    const row = free < 0 ? ends.length : free;
    ends[row] = span.to;
    rows[index] = row;
  }
  return rows;
}
