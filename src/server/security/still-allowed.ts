import type { Tokens } from '../../operations/tokens/tokens.js';
import type { Caller } from '../server-context.js';

/** Whether what a connection was opened with is still good: the session of a browser, and the token that it is from. */
export async function isStillAllowed(tokens: Tokens, { shownId }: Caller): Promise<boolean> {
  let id: string | undefined = shownId;
  while (id !== undefined) {
    const record: Awaited<ReturnType<Tokens['get']>> = await tokens.get(id).catch(() => undefined);
    if (!record || record.revokedAt !== undefined) return false;
    if (record.expiresAt && record.expiresAt.getTime() <= Date.now()) return false;
    id = record.parent;
  }
  return true;
}
