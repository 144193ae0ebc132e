/** Sizes of a snippet, in characters. */
const snippetDefaults = Object.freeze({ minimumText: 40, minimum: 15, maximum: 60 });

/**
 * The part of a text that is looked for on the screen to see whether it was submitted: the end of its last line that
 * has something on it. `null` where the text, or that line, is too short to be found for certain.
 *
 * @example
 * extractVerificationSnippet('Please look at the failing test\nand tell me what is wrong with it.\n');
 * // 'and tell me what is wrong with it.'
 */
export function extractVerificationSnippet(text: string): string | null {
  const { minimumText, minimum, maximum } = snippetDefaults;
  if (text.length < minimumText || [...text.slice(0, 2 * minimumText)].length < minimumText) return null;
  const line = text
    .split(/\r\n|\r|\n/)
    .findLast((each) => each.trim() !== '')
    ?.trim();
  const ending = [...(line ?? '').slice(-2 * maximum)].slice(-maximum);
  return ending.length < minimum ? null : ending.join('');
}

/**
 * Whether a text shows a snippet. Spaces do not count: where a program wraps a line it leaves some out and puts
 * others in.
 *
 * @example
 * if (showsSnippet(input.text, snippet)) await pane.sendKeys('Enter'); // still there: not submitted
 */
export function showsSnippet(text: string, snippet: string): boolean {
  return withoutSpaces(text).includes(withoutSpaces(snippet));
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/gu, '');
}
