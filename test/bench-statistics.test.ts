import { describe, expect, it } from 'vitest';
import { median, quantile } from '../bench/statistics.js';

describe('the statistics of the benchmarks', () => {
  it('give the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('give the middle between two values where there is no middle one', () => {
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('give the value that 99 of 100 lie below', () => {
    const values = Array.from({ length: 101 }, (_, i) => i);
    expect(quantile(values, 0.99)).toBe(99);
    expect(quantile(values, 0.01)).toBe(1);
  });

  it('sort by size, not by spelling, and leave the samples as they were', () => {
    const values = [10, 9, 100];
    expect(quantile(values, 1)).toBe(100);
    expect(values).toEqual([10, 9, 100]);
  });

  it('give no number where there are no samples', () => {
    expect(median([])).toBeNaN();
  });
});
