import type { RedactionBlock, RedactionRule, RedactionRules } from './redaction-rule.js';

/**
 * Tokens that are known by their shape. Counts are the least that is issued and have no upper end, so that a longer
 * token of tomorrow is hidden whole.
 */
const tokens: readonly RedactionRule[] = [
  // Our own: of callers, of browsers, and of links that sign in.
  { name: 'muxwright-token', pattern: /mux_[0-9a-f]{12}_[\w-]{16,}/ },
  { name: 'anthropic-key', pattern: /sk-ant-[\w-]{16,}/ },
  { name: 'openai-key', pattern: /sk-(?:proj|svcacct|admin|or)-[\w-]{20,}/ },
  { name: 'openai-legacy-key', pattern: /\bsk-[A-Za-z0-9]{32,}/ },
  { name: 'google-key', pattern: /AIza[\w-]{35,}/ },
  { name: 'google-access-token', pattern: /ya29\.[\w-]{20,}/ },
  { name: 'github-token', pattern: /gh[oprsu]_[A-Za-z0-9]{36,}/ },
  { name: 'github-fine-grained-token', pattern: /github_pat_\w{22,}/ },
  { name: 'gitlab-token', pattern: /glpat-[\w-]{20,}/ },
  { name: 'aws-access-key-id', pattern: /A[KS]IA[A-Z0-9]{16,}/ },
  { name: 'slack-token', pattern: /xox[a-z]-[A-Za-z0-9-]{10,}/ },
  { name: 'slack-app-token', pattern: /xapp-[A-Za-z0-9-]{20,}/ },
  { name: 'stripe-key', pattern: /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/ },
  { name: 'stripe-webhook-secret', pattern: /whsec_[A-Za-z0-9+/]{24,}/ },
  { name: 'npm-token', pattern: /npm_[A-Za-z0-9]{36,}/ },
  { name: 'pypi-token', pattern: /pypi-[\w-]{50,}/ },
  { name: 'hugging-face-token', pattern: /hf_[A-Za-z0-9]{30,}/ },
  { name: 'sendgrid-key', pattern: /SG\.[\w-]{16,}\.[\w-]{32,}/ },
  inParts('json-web-token', /eyJ[\w-]{8,}/, /\.eyJ[\w-]{8,}\.[\w-]*/),
];

function inParts(name: string, head: RegExp, rest: RegExp): RedactionRule {
  return { name, pattern: new RegExp(head.source + rest.source), parts: { head, rest } };
}

const password = 'pass(?:w(?:or)?d|phrase)[0-9]*';
/** How the names of other secrets end: `GITHUB_TOKEN`, `client_secret`, `apiKey`. Left-factored, so no way is tried twice. */
const secret =
  '(?:token|secret(?:[_-]?(?:access[_-]?)?key)?|a(?:pi|ccess|uth)[_-]?key|(?:private|encryption)[_-]?key)[0-9]*';
/** Behind a name: `=`, `: `, ` => `, `": `, and `\": ` of JSON inside a string. */
const assigned = String.raw`\\?["']?[ \t]*[:=]+>?[ \t]*`;

/** A quoted value, with what is escaped in it. Everything beyond ASCII belongs to values. */
const inDoubleQuotes = /(?:[^"\\]+|\\[ -~][^"\\]*)(?:\\[ -~][^"\\]*)*/i;
const inSingleQuotes = /(?:[^'\\]+|\\[ -~][^'\\]*)(?:\\[ -~][^'\\]*)*/i;
const word = /[^\0- "'`:=>\\][^\0- "'`]*/i;
/** A word with a digit in it, or prose and code (`token: string`) would be hidden too. */
const wordWithDigit = /[A-Za-z_.~+/$@!*&%#^-]*[0-9][!#-&(-_a-~]{5}[^\0- "'`]*/i;

const wordWithLateDigit = /[A-Za-z_.~+/$@!*&%#^-]{4,}[0-9][^\0- "'`]*/i;

/** Values that are known by what stands in front of them. */
const assignments: readonly RedactionRule[] = [
  {
    name: 'authorization-header',
    prefix:
      /authorization\\?["']?[ \t]*[:=][ \t]*\\?["']?(?:b(?:asic|earer|ot)|digest|negotiate|token)[ \t]+/i,
    pattern: /[!#-&(-~]{4,}/i,
  },
  { name: 'bearer-token', prefix: /bearer[ \t]+/i, pattern: /[A-Za-z._~+/-]*[0-9][\w.~+/=-]{12,}/i },
  // The sign behind the password goes with it: awk cannot look ahead.
  { name: 'url-password', prefix: /:\/\/[^\0- "'`/:@<>]*:/, pattern: /(?:[^\0- "'`/@<>]*@)+/ },
  { name: 'double-quoted-password', prefix: ending(`${password}${assigned}\\\\?"`), pattern: inDoubleQuotes },
  { name: 'single-quoted-password', prefix: ending(`${password}${assigned}\\\\?'`), pattern: inSingleQuotes },
  { name: 'password', prefix: ending(`${password}${assigned}`), pattern: word },
  { name: 'short-password', prefix: ending('_pass[:=]+[ \\t]*["\']?'), pattern: word },
  { name: 'double-quoted-secret', prefix: ending(`${secret}${assigned}\\\\?"`), pattern: inDoubleQuotes },
  { name: 'single-quoted-secret', prefix: ending(`${secret}${assigned}\\\\?'`), pattern: inSingleQuotes },
  { name: 'assigned-secret', prefix: ending(`${secret}=`), pattern: word },
  { name: 'secret', prefix: ending(`${secret}${assigned}`), pattern: wordWithDigit },
  { name: 'secret-with-late-digit', prefix: ending(`${secret}${assigned}`), pattern: wordWithLateDigit },
];

const blocks: readonly RedactionBlock[] = [
  {
    name: 'private-key',
    begin: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/,
    end: /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/,
  },
];

/** What is hidden unless it is switched off. */
export const builtInRules: RedactionRules = { rules: [...tokens, ...assignments], blocks };

function ending(name: string): RegExp {
  return new RegExp(name, 'i');
}
