import { StyledLine } from './styled-line.js';

/**
 * A line that has not ended, without a last word that may become a secret: half a token is not hidden by the rule for
 * the whole one. It comes, hidden or not, when the word has ended.
 */
export function withoutBegunSecret(line: string): string {
  if (!HINT.test(line)) return line;
  const styled = new StyledLine(line);
  const { plain } = styled;
  const longest = begunSecret(plain);
  if (longest === 0) return line;
  styled.replace(plain.length - longest, plain.length, '');
  return styled.toString();
}

/** How many letters at the end of a line, without escape sequences, may become a secret. */
export function begunSecret(plain: string): number {
  if (!HINT.test(plain)) return 0;
  return Math.max(...BEGUN.map((pattern) => pattern.exec(plain)?.groups?.word?.length ?? 0));
}

/** Most lines have nothing of that, and cost one search. */
const HINT =
  /sk[-_]|rk_|AIza|ya29|gh[oprsu]_|github_p|glpat|A[KS]IA|xox|xapp|whsec|npm_|pypi-|hf_|SG\.|eyJ|:\/\/|pass|token|secret|key|bearer|authorization/i;

const TOKEN =
  'sk[-_]|rk_|AIza|ya29\\.|gh[oprsu]_|github_p|glpat-|A[KS]IA|xox[a-z]-|xapp-|whsec_|npm_|pypi-|hf_|SG\\.|eyJ';

const NAME = 'pass(?:w(?:or)?d|phrase|)|token|secret|key|bearer|authorization';

/** What the built-in rules know secrets by, at the end of a line; `word` is what may belong to one. */
const BEGUN: readonly RegExp[] = [
  new RegExp(`(?<word>(?:${TOKEN})[^\\s"'\`]*)$`),
  // A value behind a name; a prompt has none yet.
  new RegExp(
    `(?:${NAME})[0-9]*\\\\?["']?[ \\t]*[:=]+>?[ \\t]*(?:[a-z]+[ \\t]+)?\\\\?["']?(?<word>[^\\s"'\`:=>]\\S*)$`,
    'i',
  ),
  /bearer[ \t]+(?<word>\S+)$/i,
  // The password of an address; a port has only digits.
  /:\/\/[^\s"'`/:@<>]*:(?!\d{1,5}$)(?<word>[^\s"'`/@<>]+)$/,
];

/** The same for a recorder, which lets go of the whole word: what matches at the end of a line, for perl and awk alike. */
export interface BegunSecret {
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** Where this matches at the end as well, it is none. */
  readonly unless?: string;
}

export const begunSecrets: readonly BegunSecret[] = [
  { pattern: `(${TOKEN.replaceAll('\\.', '[.]')})[^ \t"'\`]*` },
  {
    pattern: `(pass(w(or)?d|phrase)?|token|secret|key|bearer|authorization)[0-9]*[\\\\]?["']?[ \t]*[:=]+>?[ \t]*([a-z]+[ \t]+)?[\\\\]?["']?[^ \t"'\`:=>][^ \t]*`,
    ignoreCase: true,
  },
  { pattern: 'bearer[ \t]+[^ \t]+', ignoreCase: true },
  {
    pattern: `:[/][/][^ \t"'\`/:@<>]*:[^ \t"'\`/@<>]+`,
    unless: ':[0-9][0-9]?[0-9]?[0-9]?[0-9]?',
  },
];
