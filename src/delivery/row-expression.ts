/**
 * Writes a pattern as one that JavaScript and the POSIX expressions of tmux understand alike, and that has nothing in
 * it which means something to tmux's format language. It may fit more than the original; `undefined` where it cannot be
 * written so.
 */
export function rowExpression(pattern: RegExp): string | undefined {
  const { source } = pattern;
  let written = '';
  token.lastIndex = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const next = translate(match[0]);
    if (next === undefined) return undefined;
    written += next;
  }
  // What is left empty by that fits everything, and so says nothing.
  return /[\p{L}\p{N}]{3}/u.test(written) && !/[(|][)|*?+]|^\||\|$/.test(written) ? written : undefined;
}

const token =
  /\(\?(?:<[A-Za-z]\w*>|[:=!]|<[=!])|\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])|\{\d+(?:,\d*)?\}\??|[*+?]\?|[\s\S]/gy;

function translate(part: string): string | undefined {
  if (part.startsWith('(?')) return part === '(?:' || /^\(\?<\w/.test(part) ? '(' : undefined;
  if (part.startsWith('[')) return /^\[[^\\,#{}[\]]+\]$/.test(part) ? part : '.';
  if (part.startsWith('\\')) return escapes[part] ?? '.';
  if (/^\{\d/.test(part)) return '*';
  if (/^[*+?]\?$/.test(part)) return part[0];
  return /^[,#{}"';]$/.test(part) ? '.' : part;
}

const escapes: Readonly<Record<string, string>> = { '\\b': '', '\\B': '', '\\d': '[0-9]', '\\s': '.' };
