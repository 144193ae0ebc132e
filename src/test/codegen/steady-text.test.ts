import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isPlainValue, steadyParts } from './steady-text.js';

describe('the steady parts of a text', () => {
  it.each([
    ['Project name:', ['Project name:']],
    ['Saved 3 files to /tmp/x1: all done', ['files to', 'all done', 'Saved']],
    ['started at 12:30:07 on Mon', ['started at', 'on']],
    ['see https://example.com/x for more', ['for more', 'see']],
    ['│ Yes │   No │', ['Yes', 'No']],
    ['me@box:~/work$ ', []],
    ['42', []],
  ])('of %j are %j', (text, parts) => {
    expect(steadyParts(text)).toEqual([...parts].sort((a, b) => b.length - a.length));
  });

  it('have no name of this machine', () => {
    expect(steadyParts(`Welcome to ${hostname()} again`).join(' ')).not.toContain(hostname());
  });
});

describe('a plain value', () => {
  it.each(['42', '3.142', '[1, 2]', '-7%'])('is %s', (text) => {
    expect(isPlainValue(text)).toBe(true);
  });

  it.each(['12:30', '2026', '14711', 'x1', '...', '1 2 3 4 5 6 7 8'])('is not %s', (text) => {
    expect(isPlainValue(text)).toBe(false);
  });
});
