/** A key with its value in the part of a TOML text before the first table. */
export interface TomlEntry {
  /** As it means, without quotes: `notify`, `tui.theme`. */
  readonly key: string;
  /** Where its first line begins. */
  readonly start: number;
  /** Behind the last character of its last line, without the end of the line. */
  readonly end: number;
  /** The value as it is written, without a comment behind it. */
  readonly value: string;
}

export class TomlMistake extends Error {
  override readonly name = 'TomlMistake';
  /** From 1. */
  readonly line: number;

  constructor(text: string, offset: number, what: string) {
    super(what);
    this.line = text.slice(0, offset).split('\n').length;
  }
}

/** The entries of a TOML text up to its first table: where keys of the file itself stand. Throws a `TomlMistake`. */
export function tomlHead(text: string): TomlEntry[] {
  const entries: TomlEntry[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const line = lineAt(text, at);
    if (/^\s*\[/.test(line)) break;
    if (/^\s*(#|$)/.test(line)) {
      at += line.length + 1;
      continue;
    }
    const key = KEY.exec(line);
    if (!key) throw new TomlMistake(text, at, 'a key and = should be here');
    const from = at + key[0].length;
    const to = valueEnd(text, from);
    const rest = lineAt(text, to);
    const end = to + rest.trimEnd().length;
    entries.push({ key: plainKey(key[1] ?? ''), start: at, end, value: text.slice(from, to).trim() });
    at = to + rest.length + 1;
  }
  return entries;
}

const PART = String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`;
const KEY = new RegExp(String.raw`^\s*(${PART}(?:\s*\.\s*${PART})*)\s*=`);

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? text.length : end);
}

function plainKey(key: string): string {
  return [...key.matchAll(new RegExp(PART, 'g'))]
    .map(([part]) => part.replace(/^(["'])(.*)\1$/, '$2'))
    .join('.');
}

/** Behind the value that begins here: brackets and strings may go over several lines. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'") at = stringEnd(text, at);
    else if (character === '#' || character === '\n') {
      if (depth === 0) return trimmed(text, from, at);
      at = character === '\n' ? at + 1 : at + lineAt(text, at).length;
    } else {
      if ('[{'.includes(character)) depth++;
      if (']}'.includes(character)) depth--;
      at++;
    }
  }
  if (depth > 0) throw new TomlMistake(text, from, 'a list has no end');
  return trimmed(text, from, at);
}

function stringEnd(text: string, at: number): number {
  const pattern = strings.find(({ opening }) => text.startsWith(opening, at))?.pattern;
  if (pattern) pattern.lastIndex = at;
  const found = pattern?.exec(text);
  if (!found) throw new TomlMistake(text, at, 'a string has no end');
  return at + found[0].length;
}

/** A long string may end with quotes of its own. */
const strings = [
  { opening: '"""', pattern: /"""(?:[^\\]|\\[\s\S])*?"""+/y },
  { opening: "'''", pattern: /'''[\s\S]*?'''+/y },
  { opening: '"', pattern: /"(?:[^"\\\n]|\\.)*"/y },
  { opening: "'", pattern: /'[^'\n]*'/y },
];

function trimmed(text: string, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length;
}
