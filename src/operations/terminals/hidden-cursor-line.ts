import { MASK } from '../../redaction/index.js';

type Redact = (lines: readonly string[]) => string[];

/**
 * Redacts a screen on which a secret may just be written: what stands before the cursor and may become one is masked,
 * though no rule knows it yet.
 *
 * @param before the text before the cursor, in its line
 * @param shown what of it can be shown
 */
export function withHiddenBegin(redact: Redact, before: string, shown: string): Redact {
  return (lines) => {
    const hidden = redact(lines);
    // The last one: the same text above it has scrolled there, and is whole.
    const at = lines.findLastIndex((line) => before !== '' && line.startsWith(before));
    if (at >= 0) hidden[at] = shown + MASK + (lines[at] ?? '').slice(before.length);
    return hidden;
  };
}
