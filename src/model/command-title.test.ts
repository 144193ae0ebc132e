import { describe, expect, it } from 'vitest';
import { commandTitle, programTitle } from './command-title.js';

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

describe('programTitle', () => {
  it.each([
    ['npm init', 'npm init'],
    ['cd app && NODE_ENV=test npx create-vite my-app', 'npx create-vite'],
    ['/usr/bin/node /srv/tools/release.mjs --dry-run', 'release.mjs'],
    ['sudo apt-get install foo', 'apt-get install'],
    [`bash -lc 'ssh-keygen -f key'`, 'ssh-keygen'],
    [`printf 'Your name? '; read -r name`, 'printf'],
    ['# Deploy it\nset -e\n./go', 'Deploy it'],
    ['python3 -q', 'python3'],
    ['', 'shell'],
  ])('calls %j %s', (command, title) => {
    expect(programTitle(command)).toBe(title);
  });
});
