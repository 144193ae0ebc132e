import { describe, expect, it } from 'vitest';
import { commandTitle } from './command-title.js';

describe('the title of a command', () => {
  it.each([
    ['npm test', 'npm test'],
    ['for f in *; do\n  echo "$f"\ndone', 'for f in *; do …'],
    ['\n\necho one\n', 'echo one'],
    ['# Makes the release\nnpm run build\nnpm publish', 'Makes the release'],
    ['#!/bin/sh\n# Cleans up\nrm -rf dist', 'Cleans up'],
    ['#!/bin/sh\necho one\necho two', 'echo one …'],
    ['# nothing to do', '# nothing to do'],
    ['', ''],
  ])('of %j is %j', (command, title) => {
    expect(commandTitle(command)).toBe(title);
  });
});
