import type { Scope } from './scopes.js';
import type { TokenRecord, Tokens } from './tokens.js';

/** A code that opens the dashboard once, within a short time, with the rights of a token. */
export async function oneTimeCode(tokens: Tokens, { id, name, scopes }: TokenRecord): Promise<string> {
  const { secret } = await tokens.create({
    kind: 'code',
    name,
    scopes: scopes as readonly Scope[],
    lifetimeMs: CODE_MS,
    parent: id,
  });
  return secret;
}

const CODE_MS = 15 * 60_000;
