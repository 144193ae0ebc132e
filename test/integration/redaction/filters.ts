import { execFileSync } from 'node:child_process';
import type { RedactionRule } from '../../../src/redaction/redaction-rule.js';
import { awkRule, awkSpans } from '../../../src/redaction/translation/awk-rule.js';
import { awkString } from '../../../src/redaction/translation/awk-string.js';
import { translatePattern } from '../../../src/redaction/translation/translate-pattern.js';

/** From the first to behind the last, in characters or bytes. */
export type Span = readonly [from: number, to: number];

export const awks: readonly (readonly [name: string, argv: readonly string[]])[] = [
  ['mawk', ['mawk']],
  ['gawk', ['gawk']],
  ['gawk in the manner of POSIX', ['gawk', '--posix']],
  ['busybox awk', ['busybox', 'awk']],
];

/** What perl matches in each subject, in characters. */
export function perlSpans(source: string, subjects: readonly string[]): Span[][] {
  const program = `use strict; use warnings FATAL => 'all'; no warnings 'regexp';
    my $re = qr{${source}};
    for my $hex (@ARGV) {
      my $text = pack 'H*', substr($hex, 1); utf8::decode($text);
      while ($text =~ /$re/g) { print defined $+{kept} ? $-[0] + length $+{kept} : $-[0], ",$+[0] " }
      print "\n";
    }`;
  const args = subjects.map((subject) => `x${Buffer.from(subject).toString('hex')}`);
  return spansFrom(['perl', '-e', program, ...args]);
}

/** What a rule hides in each subject when perl applies it, in characters. */
export function perlRuleSpans({ prefix, pattern }: RedactionRule, subjects: readonly string[]): Span[][] {
  const kept = prefix ? `(?<kept>${translatePattern(prefix, 'perl').source})` : '';
  return perlSpans(`${kept}(?:${translatePattern(pattern, 'perl').source})`, subjects);
}

/** What a rule hides in each subject when awk applies it, in bytes. */
export function awkRuleSpans(
  argv: readonly string[],
  rule: RedactionRule,
  subjects: readonly string[],
): Span[][] {
  const { whole, prefix, pattern, careful } = awkRule(rule);
  const patterns = [whole, prefix, pattern].map(awkString).join(', ');
  const program = `${awkSpans}
    function show(text,    n, i) {
      n = mux_spans(text, ${patterns}, ${careful ? 1 : 0}, 0)
      for (i = 1; i <= n; i++) printf "%d,%d ", mux_from[i] - 1, mux_to[i]
      print ""
    }
    BEGIN {
      ${subjects.map((subject) => `show(${awkString(Buffer.from(subject).toString('latin1'))})`).join('\n')}
    }`;
  return spansFrom([...argv, program]);
}

function spansFrom([command = '', ...args]: readonly string[]): Span[][] {
  const env = { ...process.env, LC_ALL: 'C' };
  return parseSpans(execFileSync(command, args, { encoding: 'utf8', env, stdio: 'pipe' }));
}

function parseSpans(output: string): Span[][] {
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/(\d+),(\d+)/g)].map(([, from, to]) => [Number(from), Number(to)]),
  );
}
