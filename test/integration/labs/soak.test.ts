import { describe, expect, it } from 'vitest';
import { growthOf } from '../../labs/soak/growth.js';
import { measures } from '../../labs/soak/measures.js';
import { runSoak } from '../../labs/soak/run-soak.js';
import { sized } from '../../soak.js';

describe('the soak lab, in short', () => {
  it('samples every value, does its jobs and leaves no session behind', async () => {
    const report = await runSoak({ durationMs: sized(5_000, 300_000), sampleMs: 2_500, loops: 1 });
    expect(report.samples.length).toBeGreaterThan(0);
    const values: Readonly<Record<string, number>> = report.samples.at(-1)?.values ?? {};
    for (const { key } of measures) expect([key, values[key]]).toEqual([key, expect.any(Number)]);
    expect(values).toMatchObject({ serverHeap: expect.toSatisfy((heap: number) => heap > 1) });
    expect(report.counts).not.toEqual({});
    expect([report.failures, report.left]).toEqual([{}, []]);
  });

  it('calls a steady rise growth, and a step or noise not', () => {
    const measure = { key: 'heap', name: 'heap', unit: 'MB', noise: 3 } as const;
    const judged = (value: (n: number) => number): boolean =>
      growthOf(
        measure,
        Array.from({ length: 90 }, (_, n) => [n / 360, value(n)]),
      ).isSteady;
    expect(judged((n) => 30 + n * 0.2)).toBe(true);
    expect(judged((n) => 30 + Math.min(n, 25) * 0.5)).toBe(false);
    expect(judged((n) => 30 + ((n * 7) % 5) * 2)).toBe(false);
  });
});
