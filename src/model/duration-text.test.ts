import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { durationText } from './duration-text.js';

describe('a duration for people', () => {
  it.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [0.2, '1 ms'],
    [340.123456789, '340 ms'],
    [999.4999, '999 ms'],
    [999.9, '1 s'],
    [4_999.123456789, '5 s'],
    [4_234.5, '4.2 s'],
    [12_500, '12.5 s'],
    [59_949, '59.9 s'],
    [59_951, '1 min'],
    [192_000.7, '3 min 12 s'],
    [3_599_600, '1 h'],
    [7_500_000, '2 h 5 min'],
    [86_399_999, '1 d'],
    [273_600_000, '3 d 4 h'],
  ])('of %d milliseconds is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('is the only way in which the code writes durations into sentences', () => {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const writing = files.filter((name) =>
      /\$\{[^}]*\} (ms|s|milliseconds|seconds|min|minutes)\b/.test(readFileSync(`${folder}/${name}`, 'utf8')),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(writing).toEqual(['model/duration-text.ts']);
  });
});
