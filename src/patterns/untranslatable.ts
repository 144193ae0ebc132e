import { MuxError } from '../model/index.js';

/** The pattern itself is not quoted: it may be a secret. */
export function untranslatable(construct: string, why: string, suggestion: string): MuxError {
  return new MuxError('PATTERN_NOT_TRANSLATABLE', `A redaction pattern uses ${construct}, ${why}.`, {
    suggestion,
    details: { construct },
  });
}
