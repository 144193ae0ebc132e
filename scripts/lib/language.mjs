// What strings, comments and docs do not say, and what they say instead. Readers are users, contributors and language
// models: the words are those of the docs of Playwright, Tailscale or PostgreSQL.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A turn is a regular expression; a space in it is any white space, also a break in a comment or between strings. */
const bannedTurns = [
  ['whoever|whosoever', 'the caller, a client, any process'],
  [
    '(?<!\\b(?:person|people|man|one|users?|somebody|someone|nobody|anybody|anyone|those|contributors?|attacker|author|readers?|and|or|to) )who(?! am\\b)',
    'the caller, a client, a process, the reader; "who" is for people: "a user who"',
  ],
  ['without it', '(default: …), or name the thing: without --timeout'],
  ['(?<![\'"`])(?:go|goes|going|went) on(?! the| stdin)', 'continue, keep running, proceed'],
  ['(?:told|tell|tells|hear|hears|heard) of', 'is notified, receives, report'],
  ['anew', 'again'],
  ['for ever', 'forever, without a limit'],
  ['in the place of', 'instead of'],
  ['of (?:its|their|his) own', 'its own, a separate'],
  ['(?<!\\bthere |\\bThere |\\bhere )is no(?= [a-z])(?! longer| more than)', 'is not a'],
  ['is none|are none|which is none', 'does not exist, is missing'],
  ['let go of|lets go of|letting go of', 'release, detach'],
  ['(?:keep|keeps|kept) to (?:it|them)(?:self|selves)', 'retain'],
  ['the begin of', 'the beginning of, the start of'],
  ['(?<=[a-z,(:;] )as \\d+(?:ms|s|m|h|d)\\b', 'e.g. 30s'],
  ['\\d\\d of 100', 'p95'],
  ['such a one|such ones', 'name the thing again'],
  ['is mended|are mended|be mended', 'fix'],
  ['not yet known to|hitherto|thereof|therein|whereof|wherein', 'a plain word'],
  ['which is no time|is no time', 'invalid duration'],
];

const GAP = '(?:\\s+(?:(?:\\*|//)\\s+)?|\\s*(?:\\\\n)?[\'"`]\\s*\\+\\s*[\'"`]\\s*)';
const turns = bannedTurns.map(([turn, replacement]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${turn.replaceAll(/(?<!\\\\) /g, GAP)})(?![\\w-])`, 'gi'),
  replacement,
}));

/** What is not written so yet. The list only becomes shorter: a path in it without a problem is a problem. */
const notYet = [
  'docs/decisions',
  'docs/labs/agents.md',
  'docs/trace-format.md',
  'src/agents',
  'src/conversations',
  'src/hosts',
  'src/mcp',
  'src/model',
  'src/operations',
  'src/recorder',
  'src/runs',
  'src/server',
  'src/store',
  'src/systems',
  'src/test',
  'src/tmux',
  'src/workers',
  'src/workspace',
  'web/src',
];

const places = ['src', 'web/src', 'docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** @returns {{ read: number, problems: string[] }} how many files were read, and what is wrong with them */
export function checkLanguage(folder) {
  const paths = places.flatMap((place) => filesIn(folder, place));
  const problems = [];
  const needed = new Set();
  for (const path of paths) {
    const exception = notYet.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    const found = problemsIn(path, readFileSync(join(folder, path), 'utf8'));
    if (exception === undefined) problems.push(...found);
    else if (found.length > 0) needed.add(exception);
  }
  for (const path of notYet) {
    if (existsSync(join(folder, path)) && !needed.has(path)) {
      problems.push(`scripts/lib/language.mjs: ${path} is clean: take it out of notYet`);
    }
  }
  if (paths.length === 0) problems.push('No file was read, so nothing was checked.');
  return { read: paths.length, problems };
}

function problemsIn(path, text) {
  return turns.flatMap(({ pattern, replacement }) =>
    [...text.matchAll(pattern)].map(({ 0: turn, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${path}:${line}: "${turn.replaceAll(/\s+/g, ' ')}"; say: ${replacement}`;
    }),
  );
}

function filesIn(folder, path) {
  const at = join(folder, path);
  if (!existsSync(at)) return [];
  if (!statSync(at).isDirectory()) return /\.(?:tsx?|md)$/.test(path) ? [path] : [];
  return readdirSync(at)
    .sort()
    .flatMap((name) => filesIn(folder, `${path}/${name}`));
}
