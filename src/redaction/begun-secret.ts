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
  styled.replace([[plain.length - longest, plain.length]], () => '');
  return styled.toString();
}

/** How many letters at the end of a line, without escape sequences, may become a secret. */
export function begunSecret(plain: string): number {
  if (!HINT.test(plain)) return 0;
  return Math.max(begunToken(plain), begunValue(plain), begunBearer(plain), begunPassword(plain));
}

/** Number of characters at the end of a text that are not one of these. */
export function endWithout(text: string, stops: RegExp): number {
  let at = text.length;
  while (at > 0 && !stops.test(text.charAt(at - 1))) at -= 1;
  return text.length - at;
}

/** Most lines have nothing of that, and cost one search. */
const HINT =
  /mux_|sk[-_]|rk_|AIza|ya29|gh[oprsu]_|github_p|glpat|A[KS]IA|xox|xapp|whsec|npm_|pypi-|hf_|SG\.|eyJ|:\/\/|pass|token|secret|key|bearer|authorization/i;

const TOKEN =
  'mux_[0-9a-f]|sk[-_]|rk_|AIza|ya29\\.|gh[oprsu]_|github_p|glpat-|A[KS]IA|xox[a-z]-|xapp-|whsec_|npm_|pypi-|hf_|SG\\.|eyJ';

const NAME = 'pass(?:w(?:or)?d|phrase|)|token|secret|key|bearer|authorization';

/*
 * What the built-in rules know secrets by, at the end of a line. A search for one expression that ends with `\S*$` would look
 * at the whole end again from each place where it may begin, so the end is found first.
 */

const TOKEN_START = new RegExp(TOKEN);

function begunToken(plain: string): number {
  const end = plain.slice(plain.length - endWithout(plain, /[\s"'`]/));
  const start = end.search(TOKEN_START);
  return start < 0 ? 0 : end.length - start;
}

const ASSIGNED = `(?:${NAME})[0-9]*\\\\?["']?[ \\t]*[:=]+>?[ \\t]*`;
/** A value behind a name, and behind a word such as `Basic`; a prompt has none yet. */
const BEFORE_VALUE = [
  new RegExp(`${ASSIGNED}[a-z]+[ \\t]+\\\\?["']?(?=[^\\s"'\`:=>])`, 'gi'),
  new RegExp(`${ASSIGNED}\\\\?["']?(?=[^\\s"'\`:=>])`, 'gi'),
];

function begunValue(plain: string): number {
  const word = plain.length - endWithout(plain, /\s/);
  let longest = 0;
  for (const pattern of BEFORE_VALUE) {
    for (pattern.lastIndex = 0; ; ) {
      const match = pattern.exec(plain);
      if (!match) break;
      if (pattern.lastIndex >= word) longest = Math.max(longest, plain.length - pattern.lastIndex);
      // The value may be the name of another one.
      pattern.lastIndex = match.index + 1;
    }
  }
  return longest;
}

function begunBearer(plain: string): number {
  const word = endWithout(plain, /\s/);
  const before = plain.slice(0, plain.length - word);
  const blanks = endWithout(before, /[^ \t]/);
  return blanks > 0 && /bearer$/i.test(before.slice(-blanks - 6, before.length - blanks)) ? word : 0;
}

/** The password of an address; a port has only digits. */
function begunPassword(plain: string): number {
  const pattern = /:\/\/[^\s"'`/:@<>]*:(?!\d{1,5}$)(?<word>[^\s"'`/@<>]+)$/;
  return pattern.exec(plain)?.groups?.word?.length ?? 0;
}

/**
 * The same for a recorder, which releases the whole word: the match at the end of a line, for perl and awk alike.
 */
export interface BegunSecret {
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** If this also matches at the end, it does not count. */
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
