import { columnWidth } from '../../vt/index.js';

/** In less, lines would be of one word each. */
const LEAST_ROOM = 24;

/**
 * A text that begins in column `indent`, with line breaks between words so that it ends before column `width`, and with
 * every line below the first. Where there is no room for that, or no terminal, it is left as it is.
 */
export function wrapped(text: string, indent: number, width = Number.POSITIVE_INFINITY): string {
  const room = width - indent;
  if (room < LEAST_ROOM || columnWidth(text) <= room) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columnWidth(longer) > room) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
