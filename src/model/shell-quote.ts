/** A word that a POSIX shell reads as exactly this text; zsh takes one that begins with `=` for the path of a program. */
export function shellQuote(text: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
