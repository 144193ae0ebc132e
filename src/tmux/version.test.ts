import { describe, expect, it } from 'vitest';
import { hasQuirk, quirks } from './quirks.js';
import { compareVersions, parseVersion, requireVersion } from './version.js';

describe('parseVersion', () => {
  it.each([
    ['tmux 3.3a', [3, 3, 1]],
    ['tmux 3.2\n', [3, 2, 0]],
    ['tmux next-3.6', [3, 6, 0]],
    ['tmux 3.10', [3, 10, 0]],
    ['tmux master', [99, 0, 0]],
    ['tmux openbsd-7.5', [99, 0, 0]],
  ])('understands %s', (text, [major, minor, patch]) => {
    expect(parseVersion(text)).toMatchObject({ major, minor, patch });
  });

  it('orders versions by number and letter', () => {
    const sorted = ['3.2', '3.2a', '3.3a', '3.4', '3.10'].map(parseVersion);
    for (const [i, version] of sorted.entries()) {
      for (const later of sorted.slice(i + 1)) expect(compareVersions(version, later)).toBeLessThan(0);
    }
  });
});

describe('requireVersion', () => {
  it('refuses what is older than 3.2 with what to do about it', () => {
    expect(() => requireVersion(parseVersion('tmux 3.1c'), 'box')).toThrow(
      expect.objectContaining({
        code: 'TMUX_TOO_OLD',
        message: expect.stringContaining('3.1c'),
        suggestion: expect.any(String),
      }),
    );
    expect(() => requireVersion(parseVersion('tmux 3.2'), 'box')).not.toThrow();
  });
});

describe('quirks', () => {
  it('has a reason and a sane range for each', () => {
    expect(new Set(quirks.map((quirk) => quirk.name)).size).toBe(quirks.length);
    for (const { since, until, reason } of quirks) {
      expect(reason.length).toBeGreaterThan(20);
      expect(since ?? until).toBeDefined();
      if (since && until) expect(compareVersions(parseVersion(since), parseVersion(until))).toBeLessThan(0);
    }
  });

  it('tells by version whether a quirk is there', () => {
    expect(hasQuirk(parseVersion('3.3a'), 'lost-sigchld')).toBe(true);
    expect(hasQuirk(parseVersion('3.6a'), 'lost-sigchld')).toBe(false);
    expect(hasQuirk(parseVersion('3.6a'), 'enter-as-carriage-return')).toBe(false);
    expect(hasQuirk(parseVersion('3.7c'), 'enter-as-carriage-return')).toBe(true);
  });
});
