import type { Receipt } from '../../delivery/index.js';
import { LiveRedactor } from '../../redaction/live-redactor.js';

/** The text of a turn as it is kept: without secrets, and not endless. */
export function turnText(text: string): string {
  const hidden = keptText(text);
  if (hidden.length <= MOST_CHARACTERS) return hidden;
  return `${hidden.slice(0, MOST_CHARACTERS)}\n[${hidden.length - MOST_CHARACTERS} more characters]`;
}

const MOST_CHARACTERS = 100_000;

/** What was seen or heard, as it is kept: screens and errors have secrets in them, too. */
export function keptText(text: string): string {
  return new LiveRedactor().text(text);
}

export function keptReceipt(receipt: Receipt): Receipt {
  const evidence = receipt.evidence.map((one) => ({ ...one, detail: keptText(one.detail) }));
  return { ...receipt, evidence };
}
