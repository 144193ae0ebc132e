import { MuxError } from '../model/index.js';

/** Checks a session name: tmux would silently turn `.` and `:` into `_`, and escape control characters. */
export function checkSessionName(name: string): string {
  checkName('session', name);
  if (/[.:]/.test(name)) {
    throw new MuxError(
      'INVALID_NAME',
      `'${name}' cannot name a session: tmux keeps '.' and ':' for targets.`,
      {
        suggestion: `Use '${name.replaceAll(/[.:]/g, '_')}'.`,
        details: { name },
      },
    );
  }
  return name;
}

/** Checks a window name; unlike a session's it may have dots and colons. */
export function checkWindowName(name: string): string {
  checkName('window', name);
  return name;
}

/**
 * Writes text so that tmux's format language gives it back as it is. `#` begins a format and `##` is a plain `#`;
 * but a run of `#` before `[` is a style, which tmux leaves alone.
 */
export function literalFormat(text: string): string {
  return text.replaceAll(/#+(?!#)(?!\[)/g, (run) => run + run);
}

function checkName(kind: string, name: string): void {
  const why = badName(name);
  if (why === undefined) return;
  throw new MuxError('INVALID_NAME', `'${printable(name)}' cannot name a ${kind}: ${why}.`, {
    suggestion: 'Use letters, digits, dashes and underscores.',
    details: { name },
  });
}

function badName(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (/[\x00-\x1f\x7f]/.test(name)) return 'it has control characters';
  // In a style, tmux would keep these characters but count them as part of the formatting.
  if (/\p{Cs}/u.test(name)) return 'it is not valid Unicode';
  if (name.length > 200) return 'it is longer than 200 characters';
  return undefined;
}

function printable(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}
