import { MuxError } from '../model/index.js';

/** A tmux version as numbers: 3.3a is `{ major: 3, minor: 3, patch: 1 }`. */
export interface TmuxVersion {
  readonly text: string;
  readonly major: number;
  readonly minor: number;
  /** 0 without a letter, 1 for `a`, 2 for `b` and so on. */
  readonly patch: number;
}

/** The oldest tmux that has what muxwright needs: `pause-after`, client flags, subscriptions. */
const oldestVersion = '3.2';

/** Understands what `tmux -V` prints: `tmux 3.3a`, `tmux next-3.6`, `tmux master`, `tmux openbsd-7.5`. */
export function parseVersion(output: string): TmuxVersion {
  const text = output.trim().replace(/^tmux\s+/, '');
  const match = /(\d+)\.(\d+)([a-z]?)/.exec(text.replace(/^openbsd-.*/, ''));
  // Builds without a number come from the head of the development branch.
  if (!match) return { text, major: 99, minor: 0, patch: 0 };
  const letter = match[3] ?? '';
  const patch = letter === '' ? 0 : letter.charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  return { text, major: Number(match[1]), minor: Number(match[2]), patch };
}

/** Negative, zero or positive as `a` is older than, the same as or newer than `b`. */
export function compareVersions(a: TmuxVersion, b: TmuxVersion): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Throws `TMUX_TOO_OLD` for a version below 3.2. */
export function requireVersion(version: TmuxVersion, place: string): void {
  if (compareVersions(version, parseVersion(oldestVersion)) >= 0) return;
  throw new MuxError(
    'TMUX_TOO_OLD',
    `${place} has tmux ${version.text}; muxwright needs ${oldestVersion} or newer.`,
    {
      suggestion:
        'Install a newer tmux there: Debian 12 and Ubuntu 22.04 have one; on Debian 11 use its backports.',
      details: { version: version.text },
    },
  );
}
