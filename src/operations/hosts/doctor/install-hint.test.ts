import { describe, expect, it } from 'vitest';
import { installHint, type Packages } from './install-hint.js';

const packages: Packages = { brew: 'b', 'apt-get': 'a', dnf: 'd', apk: 'k', pacman: 'p' };

describe('installHint', () => {
  it.each([
    ['brew', 'brew install b'],
    ['apt-get', 'sudo apt-get update && sudo apt-get install -y a'],
    ['dnf', 'sudo dnf install -y d'],
    ['apk', 'sudo apk add k'],
    ['pacman', 'sudo pacman -S p'],
  ])('for %s is a command to paste', (manager, command) => {
    expect(installHint(packages, { has: (program) => program === manager, root: false })).toBe(command);
  });

  it('needs no sudo for root', () => {
    expect(installHint(packages, { has: (program) => program === 'apk', root: true })).toBe('apk add k');
  });

  it('is not there where the package manager is unknown', () => {
    expect(installHint(packages, { has: () => false })).toBeUndefined();
  });
});
