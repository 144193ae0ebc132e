/** Where a prompt ends in the text before the cursor. */
export interface PromptEnd {
  /** The character that ends the prompt. */
  readonly marker: string;
  /** Index of what was typed behind it. */
  readonly end: number;
  /** Whether it is a character that prompts end with, and not only a colon or question mark. */
  readonly sure: boolean;
}

/**
 * Finds where the prompt of a line ends and typed text begins: `user@host:~$ ls` → after `$ `. Gives `undefined`
 * for text that shows no prompt.
 *
 * @example
 * promptEnd('>>> 6 * 7'); // { marker: '>>>', end: 4, sure: true }
 */
export function promptEnd(text: string): PromptEnd | undefined {
  for (const pattern of sure) {
    const match = pattern.exec(text);
    if (match) return ended(match, true);
  }
  for (const pattern of asking) {
    const match = pattern.exec(text);
    if (match) return ended(match, false);
  }
  return undefined;
}

function ended(match: RegExpExecArray, sure: boolean): PromptEnd {
  return { marker: match[1] ?? '', end: match.index + match[0].length, sure };
}

/** One blank belongs to the prompt; where the terminal trimmed it the cursor is right behind the character. */
const sure: readonly RegExp[] = [
  /^\s*(>>>|\.\.\.)(?:\s|$)/u,
  /^➜\s+\S+(?:\s+git:\(\S*\))?(?:\s+(✗))?(?:\s|$)/u,
  /^\([\w.+-]+(\))(?:\s|$)/u,
  /^[~/]\S* ([#$])(?:\s|$)/u,
  /(?<![-=])([$%>❯›»➜λ▶]|(?<=^|\S)#)(?:[\s\u00a0]|$)/u,
];
/** Choices as `[y/N]`, then a colon or a question mark, then any bracket. */
const asking: readonly RegExp[] = [
  /[[(][^()[\]]*\/[^()[\]]*([\])])\s?[:?]?(?:\s|$)/u,
  /([:?])(?:\s|$)/u,
  /([\])])(?:\s|$)/u,
];
