import { describe, expect, it } from 'vitest';
import { type EndedRun, prunePlan, type RetentionPolicy } from './prune-plan.js';

const NOW = new Date('2026-01-10T00:00:00Z');

describe('a plan to prune', () => {
  it('is empty without a policy', () => {
    expect(plan({}, run('a', 100, 1_000_000))).toEqual({});
  });

  it('takes runs that ended longer ago than the age', () => {
    expect(plan({ maxAgeMs: 10 }, run('a', 11), run('b', 10), run('c', 1))).toEqual({ a: 'age' });
  });

  it('keeps so many that ended last, whatever their order', () => {
    expect(plan({ maxRuns: 2 }, run('b', 20), run('c', 10), run('a', 30))).toEqual({ a: 'count' });
    expect(plan({ maxRuns: 0 }, run('a', 1))).toEqual({ a: 'count' });
  });

  it('takes the oldest until the rest fits, with what is in use counted', () => {
    const runs = [run('new', 1, 40), run('old', 3, 40), run('middle', 2, 40)];
    expect(plan({ maxBytes: 120 }, ...runs)).toEqual({});
    expect(plan({ maxBytes: 119 }, ...runs)).toEqual({ old: 'size' });
    expect(plan({ maxBytes: 90 }, ...runs)).toEqual({ old: 'size' });
    expect(Object.fromEntries(prunePlan(runs, { maxBytes: 90 }, NOW, 30))).toEqual({
      old: 'size',
      middle: 'size',
    });
  });

  it('does not take for its size what has none', () => {
    expect(plan({ maxBytes: 0 }, run('empty', 9, 0), run('full', 1, 1))).toEqual({ full: 'size' });
  });

  it('counts what age and number have freed before the size', () => {
    const runs = [run('new', 1, 40), run('old', 30, 100)];
    expect(plan({ maxBytes: 50, maxAgeMs: 20 }, ...runs)).toEqual({ old: 'age' });
  });

  it('takes what was persisted, where that is asked for', () => {
    const runs = [{ ...run('a', 1), persisted: true }, run('b', 1)];
    expect(plan({ persisted: true }, ...runs)).toEqual({ a: 'persisted' });
    expect(plan({}, ...runs)).toEqual({});
  });
});

function run(id: string, agoMs: number, bytes = 10): EndedRun {
  return { id, endedAt: new Date(NOW.getTime() - agoMs), bytes, persisted: false };
}

function plan(policy: RetentionPolicy, ...runs: EndedRun[]): Record<string, string> {
  return Object.fromEntries(prunePlan(runs, policy, NOW, 0));
}
