import { MuxError } from '../../model/index.js';

/** Sets the variable that stands for a newline in the words of `shellWord`. POSIX: IFS starts as space, tab, newline. */
export const NEWLINE_PRELUDE = `mw_n=\${IFS#??}`;

/**
 * `text` as one word of POSIX `sh`, on one line: newlines are taken from a variable, because csh as a login shell
 * cannot carry them (see `anyShellWord`).
 */
export function shellWord(text: string): string {
  if (text.includes('\0')) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      'An argument has a NUL character in it, which no program can get.',
      {
        suggestion: 'Give such data to the program as its input.',
      },
    );
  }
  if (/^[\w./:@,+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''").replaceAll('\n', `'"$mw_n"'`)}'`;
}

/**
 * One line as one word for whatever shell the user logs in with. sh, bash, zsh, ksh, fish and csh agree on
 * single quotes, but for three characters that they agree on only outside of quotes, after a backslash:
 * the quote itself, `!` (csh's history, in quotes too) and the backslash (fish's escape in quotes).
 */
export function anyShellWord(line: string): string {
  return `'${line.replace(/['!\\]/g, "'\\$&'")}'`;
}
