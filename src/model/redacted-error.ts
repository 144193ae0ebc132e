import { isMuxError, MuxError } from './mux-error.js';
import type { Words } from './phrase.js';

/**
 * An error that may show a screen, an output or what was sent, without the secrets in any of its texts.
 *
 * @param words in which its suggestion reads from here on (default: as before)
 */
export function redactedError(error: unknown, redact: (text: string) => string, words?: Words): unknown {
  if (!isMuxError(error)) return error;
  const { code, message, advice, details } = error;
  const redacted = advice?.map(redact);
  return new MuxError(code, redact(message), {
    suggestion: words ? redacted?.spoken(words) : redacted,
    details: redactedValue(details, redact) as Readonly<Record<string, unknown>>,
  });
}

function redactedValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactedValue(one, redact));
  if (!isPlain(value)) return value;
  // Bytes are the same as a text beside them, and nobody can look into them.
  const entries = Object.entries(value).filter(([, one]) => !(one instanceof Uint8Array));
  return Object.fromEntries(entries.map(([key, one]) => [key, redactedValue(one, redact)]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
