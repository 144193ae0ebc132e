/**
 * Escape sequences as expressions: for searches in whole texts, and for the filters in perl and awk on a host. In code
 * the same is `Tokenizer`; a test compares the two.
 *
 * They differ from tmux on purpose in how a string ends. A filter sees one line at a time, and what follows the string
 * may be a secret: so every string ends at BEL, at any ESC and at the end of the text, where tmux waits for ST.
 */
export type Dialect = 'javascript' | 'perl' | 'awk';

/** What stands behind the ESC of a control sequence. */
export const controlSequenceBody = '\\[[0-?]*[ -/]*[@-~]';

/** What stands behind the ESC that chooses a character set. */
export const characterSetBody = '[()][0-9A-Z]';

/**
 * A sequence of any kind; one that is cut off is matched as far as it goes. For awk, characters stand for bytes, and
 * `awkString` makes a literal of them.
 */
export function sequencePattern(dialect: Dialect): string {
  return inDialect(
    `\\x1b(?:${controlSequenceBody}?|${stringBody(dialect)}(?:\\x07|\\x1b\\\\)?|[ -/]*[0-~]?)`,
    dialect,
  );
}

/** A sequence that has not ended, at the end of a text. */
export function unfinishedPattern(dialect: Dialect): string {
  return inDialect(`\\x1b(?:\\[[0-?]*[ -/]*|${stringBody(dialect)}\\x1b?|[ -/]*)$`, dialect);
}

/** What opens a string, in the first group, and its text, in the second. */
export function stringPattern(dialect: Dialect): string {
  const [open, close] = dialect === 'awk' ? ['', ''] : ['(', ')'];
  return inDialect(`${open}\\x1b${OPENERS}${close}${open}[^\\x07\\x1b]+${close}`, dialect);
}

/** An OSC that begins with one of some texts; what follows in a group. */
export function oscPattern(beginnings: readonly string[], dialect: Dialect): string {
  const text = `[^\\x07\\x1b${dialect === 'javascript' ? '' : '\\n'}]*`;
  return inDialect(`\\x1b[\\]](?:${beginnings.join('|')})(${text})(?:\\x07|\\x1b\\\\)`, dialect);
}

/** A control sequence with numbers that ends in one of some letters. */
export function controlSequencePattern(finals: string, dialect: Dialect = 'javascript'): string {
  return inDialect(`\\x1b\\[[0-9;]*[${finals}]`, dialect);
}

/** The beginning of such a control sequence. */
export const begunControlSequencePattern = '\\x1b(?:\\[[0-9;]*)?';

/** `ESC` and one of some letters. */
export function escapePattern(finals: string): string {
  return `\\x1b[${finals}]`;
}

/** To the alternate screen or back; its last letter, `h` or `l`, in a group. */
export const screenChangePattern = '\\x1b\\[\\?(?:\\d+;)*(?:47|1047|1049)(?:;\\d+)*([hl])';

/** Colours and attributes. */
export const sgrPattern = '\\x1b\\[[0-9;:]*m';

const OPENERS = '[\\]PX^_k]';

/** The filters on a host look at several lines at once. */
function stringBody(dialect: Dialect): string {
  return `${OPENERS}[^\\x07\\x1b${dialect === 'javascript' ? '' : '\\n'}]*`;
}

function inDialect(source: string, dialect: Dialect): string {
  if (dialect === 'javascript') return source;
  if (dialect === 'perl') return source.replaceAll('/', '\\/');
  return source
    .replaceAll('(?:', '(')
    .replaceAll('[\\]', '[]')
    .replaceAll('\\x1b', '\x1b')
    .replaceAll('\\x07', '\x07')
    .replaceAll('\\n', '\n');
}
