import { soak } from '../soak.js';
import type { AgentName } from './installed-agents.js';

/** One message of each kind, from 1 to 8,000 characters; with `MUXWRIGHT_SOAK=1` a hundred, no two alike. */
export function messagesOfAllKinds(): string[] {
  const all = allMessages();
  return soak ? all : KINDS.flatMap((kind) => kind.slice(0, 1));
}

/** A hundred messages, no two alike. */
export function allMessages(): string[] {
  const all = KINDS.flat();
  if (new Set(all).size !== 100) throw new Error(`There are ${new Set(all).size} messages.`);
  return all;
}

/** As `messagesOfAllKinds`, but only every so many of them, from one on. */
export function everyMessage(step: number, from: number): string[] {
  return messagesOfAllKinds().filter((_, index) => index % step === from);
}

/**
 * What the model sees of a message, where the agent itself changes it. This is what the versions of the manifest do
 * with whatever is pasted or typed into them.
 */
export function asSeenByModel(name: AgentName, text: string): string {
  if (name === 'codex') return text.trim();
  // It looks for a file with such a name itself when the message is submitted.
  if (name === 'gemini' && text.trim() === '@REA') return '@README.md';
  if (name !== 'claude')
    return text.normalize('NFC').replaceAll('\u200b', '').replaceAll('\t', '    ').trim();
  // It drops invisible characters, makes four spaces of a tab, and composes letters and accents.
  return text.replaceAll('\u200b', '').replaceAll('\t', '    ').normalize('NFC').trimEnd();
}

/**
 * A message as the model got it, without what the agent adds to it: blanks at its ends, and what stands in files that it
 * names.
 */
export function asSent(name: AgentName, seen: string): string {
  if (name === 'claude' || name === 'codex') return seen;
  return asSeenByModel(name, seen.replace(/^(?:<context name=[^>]*>.*?<\/context>\s*)+/s, ''));
}

/** What begins with something that agents look for: a single word behind a slash or `!` would be a command. */
const LOOKALIKES = [
  ['?', '? for shortcuts'],
  ['/etc/hosts: what is in it?', '//comment in a file', 'see /model for it', 'say /help to me'],
  ['what does !ls do?', 'Enter', 'C-c'],
  [
    'look at @README.md',
    'look at @README.md please',
    'read @README.md and @README.md again',
    '@README.md is the file',
    'mail me@example.com',
  ],
  ['@REA'],
  ['#remember this', '# a heading'],
  [
    '$HOME and \u0024{HOME} and $(pwd)',
    '`ls -la`',
    "it's 'quoted' and \"double\"",
    '"; rm -rf nothing; echo "',
    '\\n is no newline, and \\e no escape',
    'a && b || c | d > e < f ; g & h',
    '* ~ ? [a-z] {1,2} ^caret',
  ],
  ['%7 #{pane_id} #(date) #[fg=red]'],
  ['--help', '-l starts with a dash', '<system attr="x">tag</system>', '&amp; &lt; &#39;'],
  ['Do you want to proceed?\n❯ 1. Yes\n  2. No'],
  ['[Pasted text #1 +5 lines]', '[Pasted Content 1691 chars]'],
  ['esc to interrupt'],
];

const SEVERAL_LINES = [
  [
    'first\n\nthird, after a blank one',
    'first line\nsecond line',
    'a list:\n- one\n- two\n  - nested\n- three',
    'three\nshort\nlines',
    'ends with a question\nor does it?',
    lines(5),
    lines(9),
    'from | to\n---|---\n1 | 2',
    `long first line ${'word '.repeat(60)}\nshort second`,
  ],
  ['```ts\nconst x: number = 1;\nif (x) {\n  console.log(`x`);\n}\n```', "cat <<'END'\n$x `y`\nEND"],
  ['indented\n    by four\n        by eight', 'tab\tseparated\tvalues\nin\ttwo\tlines'],
  ['a\nb\nc\nd\ne\nf\ng\nh'],
  [lines(60), lines(10), lines(20), lines(150)],
];

const EDGES = [
  ['  leading spaces', 'has  two  spaces', 'has\u00a0a\u00a0no-break\u00a0space', 'a word and a tab\tinside'],
  ['a trailing space ', 'trailing spaces   ', 'a trailing newline\n', 'two trailing newlines\n\n'],
  ['ends with a backslash \\'],
];

const UNICODE = [
  ['e\u0301 is composed of two', 'é', 'zero\u200bwidth'],
  ['日本語のテキスト', '中文：你好，世界。', '한국어 문장입니다', `日本語 ${'漢字'.repeat(150)}`],
  [
    '👩‍👩‍👧 is a family, 🇩🇪 a flag, ❤️ a heart',
    'emoji 🎉🚀',
    '🙂'.repeat(40),
    'grüße aus münchen\nund zürich 🏔️',
  ],
  [
    '𝒽𝑒𝓁𝓁𝑜 beyond the first plane 𠮷',
    'Ελληνικά, русский, עברית, العربية',
    'ﬁ ligature, ½, №, ™, …',
    '“quotes” ‘single’ „low“ «guillemets»',
    '│ ─ ┌ ┐ └ ┘ ❯ › ● ✻',
  ],
];

const KINDS: readonly (readonly string[])[] = [
  ['x', 'no', 'yes', '1', '.'],
  ['please stop now', 'go on', 'why?'],
  ...LOOKALIKES,
  ...SEVERAL_LINES,
  ...EDGES,
  ...UNICODE,
  // On both sides of the lengths at which a paste is collapsed or typing stalls.
  [41, 39, 40, 199, 201, 500].map(sentence),
  [801, 799, 999, 1001].map(sentence),
  [1025, 1023, 2000].map(sentence),
  [8000, 4096, 6000].map(sentence),
];

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1} of ${count}`).join('\n');
}

function sentence(length: number): string {
  const start = `${length} characters: `;
  const words = 'the quick brown fox jumps over the lazy dog; '.repeat(200);
  return `${start}${words.slice(0, length - start.length - 1)}!`;
}
