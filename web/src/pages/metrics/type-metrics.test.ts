import { describe, expect, it } from 'vitest';
import { logPlace, outcomesOf, summary, type TypeMetrics } from './type-metrics.js';

const npm: TypeMetrics = {
  type: 'npm',
  count: 6,
  running: 1,
  finished: 4,
  lost: 1,
  timedOut: 0,
  succeeded: 3,
  exitCodes: [
    { exitCode: 0, count: 3 },
    { exitCode: 1, count: 1 },
  ],
  prompts: 2,
  commonPrompts: [],
  bytes: 10,
};

describe('the numbers of runs', () => {
  it('add up to all of them', () => {
    const { succeeded, failed, lost, running } = outcomesOf(npm);
    expect([succeeded, failed, lost, running]).toEqual([3, 1, 1, 1]);
  });

  it('are told together for all kinds', () => {
    expect(summary([npm, npm])).toEqual({
      count: 12,
      succeeded: 6,
      failed: 2,
      lost: 2,
      running: 2,
      prompts: 4,
      successRate: 0.6,
      exitCodes: [
        { exitCode: 0, count: 6 },
        { exitCode: 1, count: 2 },
      ],
    });
    expect(summary([]).successRate).toBeUndefined();
  });

  it('are placed by powers of ten', () => {
    expect([1, 100, 10_000].map((ms) => logPlace(ms, 1, 10_000))).toEqual([0, 0.5, 1]);
    expect(logPlace(5, 5, 5)).toBe(0);
  });
});
