import { callOf, MuxError, phrase, shownText } from '../../model/index.js';
import type { TokenRecord, Tokens } from './tokens.js';

/** A token by its id, or by its name where only one active one has it; the session of a browser by its id. */
export async function findToken(tokens: Tokens, idOrName: string): Promise<TokenRecord> {
  const all = await tokens.list();
  const session = await tokens.get(idOrName);
  if (session?.kind === 'session') return session;
  const byId = all.find(({ id }) => id === idOrName);
  if (byId) return byId;
  const named = all.filter(({ name, revokedAt }) => name === idOrName && !revokedAt);
  const [first, second] = named;
  if (first && !second) return first;
  const suggestion = second
    ? `Give an id: ${named.map(({ id }) => id).join(', ')}.`
    : phrase`${callOf('token.list')} lists the tokens.`;
  const message = second
    ? `${named.length} tokens have the name '${shownText(idOrName)}'.`
    : `There is no token '${shownText(idOrName)}'.`;
  throw new MuxError(second ? 'TARGET_AMBIGUOUS' : 'TOKEN_NOT_FOUND', message, { suggestion });
}
