import { createHash } from 'node:crypto';

/** What tells the text of a profile from every other. */
export function profileKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
