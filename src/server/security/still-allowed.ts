import type { Tokens } from '../../operations/tokens/tokens.js';
import type { Caller } from '../server-context.js';

/** Whether the token that a connection was opened with is still good. */
export async function isStillAllowed(tokens: Tokens, { tokenId, expiresAt }: Caller): Promise<boolean> {
  const token = await tokens.get(tokenId).catch(() => undefined);
  if (!token || token.revokedAt !== undefined) return false;
  return expiresAt === undefined || expiresAt.getTime() > Date.now();
}
