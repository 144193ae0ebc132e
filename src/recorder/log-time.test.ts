import { describe, expect, it } from 'vitest';
import { logTime } from './log-time.js';

describe('logTime', () => {
  it('gives local time with its distance from UTC', () => {
    const moment = new Date('2025-01-24T10:30:05.678Z');
    const text = logTime(moment);
    expect(text).toMatch(/^2025-01-2\dT\d\d:\d\d:05[+-]\d{4}$/);
    expect(new Date(text.replace(/(\d\d)$/, ':$1')).getTime()).toBe(
      Math.floor(moment.getTime() / 1000) * 1000,
    );
  });
});
