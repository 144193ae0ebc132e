/** Whether a screen's text shows what was sent: what a terminal wraps, pads or cannot show does not count. */
export function showsText(shown: string, sent: string): boolean {
  const wanted = squeeze(sent);
  if (wanted === '') return false;
  if (squeeze(shown).includes(wanted)) return true;
  // Some characters are replaced, or share a cell with others; several letters are significant enough.
  const letters = onlyLetters(sent);
  return letters.length >= FEWEST_LETTERS && onlyLetters(shown).includes(letters);
}

/** Whether a screen's text is what was sent, and nothing else. */
export function isSameText(shown: string, sent: string): boolean {
  const [is, wanted] = [squeeze(shown), squeeze(sent)];
  if (is === wanted) return true;
  // In plain text every character has its own cell.
  if (/^[\x20-\x7e]*$/.test(wanted)) return false;
  const letters = onlyLetters(wanted);
  return letters.length >= FEWEST_LETTERS && onlyLetters(is) === letters;
}

/** The end of a text that stands before the caret: of a long text a box shows no more. */
export function tailOf(text: string, length = 60): string {
  return squeeze(text).slice(-length);
}

/** Without anything that only keeps other characters apart. */
export function squeeze(text: string): string {
  return text.normalize('NFC').replaceAll(/\s|\u00ad|\u200b|\u200c|\u200d|\u2060|\ufe0e|\ufe0f/g, '');
}

const FEWEST_LETTERS = 4;

function onlyLetters(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
