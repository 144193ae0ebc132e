import { describe, expect, it } from 'vitest';
import { lanes, place, spanOf, ticks } from './timeline-scale.js';

describe('the scale of a timeline', () => {
  it('holds everything, with air at both ends', () => {
    const span = spanOf(
      [
        { from: 10_000, to: 60_000 },
        { from: 0, to: 100_000 },
      ],
      0,
    );
    expect(span).toEqual({ from: -2_000, to: 102_000 });
    expect(place(span, 50_000)).toBe(0.5);
    expect(place(span, 1e9)).toBe(1);
  });

  it('is the last hour where there is nothing', () => {
    expect(spanOf([], 3_600_000)).toEqual({ from: 0, to: 3_600_000 });
  });

  it('has ticks at round moments, and never too many', () => {
    const from = new Date(2026, 10, 17, 12, 0, 30).getTime();
    const shown = ticks({ from, to: from + 29 * 60_000 }, 6);
    expect(shown.map(({ text }) => text)).toEqual(['12:05', '12:10', '12:15', '12:20', '12:25']);
    for (const length of [3_000, 90_000, 5e6, 2e8, 9e9, 4e11])
      expect(ticks({ from, to: from + length }, 6).length).toBeLessThanOrEqual(7);
  });

  it('packs what does not overlap into the same row', () => {
    const spans = [
      { from: 0, to: 10 },
      { from: 5, to: 20 },
      { from: 12, to: 30 },
      { from: 25, to: 40 },
    ];
    expect(lanes(spans, 1)).toEqual([0, 1, 0, 1]);
  });
});
