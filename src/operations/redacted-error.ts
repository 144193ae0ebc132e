import { isMuxError, MuxError } from '../model/mux-error.js';

/**
 * An error that may show a screen, an output or what was sent, without the secrets in any of its texts.
 *
 * @param reword also changes what is suggested
 */
export function redactedError(
  error: unknown,
  redact: (text: string) => string,
  reword: (text: string) => string = (text) => text,
): unknown {
  if (!isMuxError(error)) return error;
  const { code, message, suggestion, details } = error;
  return new MuxError(code, redact(message), {
    ...(suggestion !== undefined && { suggestion: reword(redact(suggestion)) }),
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
