import { z } from 'zod';
import { MuxError } from '../../model/mux-error.js';
import { shownText } from '../../model/shown-text.js';
import { call } from '../operation.js';
import { tokenRow, tokenRowOf } from './token-row.js';
import type { TokenRecord, Tokens } from './tokens.js';

export const tokenRevoke = call({
  name: 'token.revoke',
  summary: 'End a token, or sign a browser out, at once',
  description:
    'What it opened ends with it, at once: sessions of browsers and models, streams, terminals and waits. A revoked token of the owner is made again when the server starts next.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'http'],
  input: z.strictObject({
    token: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'Its id, or its name where only one active token has it; the id of the session of a browser.',
      ),
  }),
  output: tokenRow,
  examples: [{ does: 'the one of a script', input: { token: 'status page' } }],
  handler: async ({ token }, { runtime }) => {
    const tokens = await runtime.tokens();
    const { id } = await findToken(tokens, token);
    await tokens.revoke(id);
    return tokenRowOf(await findToken(tokens, id));
  },
});

async function findToken(tokens: Tokens, idOrName: string): Promise<TokenRecord> {
  const all = await tokens.list();
  const session = await tokens.get(idOrName);
  if (session?.kind === 'session') return session;
  const byId = all.find(({ id }) => id === idOrName);
  if (byId) return byId;
  const named = all.filter(({ name, revokedAt }) => name === idOrName && !revokedAt);
  const [first, second] = named;
  if (first && !second) return first;
  const suggestion = second
    ? `Give the id of one: ${named.map(({ id }) => id).join(', ')}.`
    : 'token.list shows all of them.';
  const message = second
    ? `${named.length} tokens are called '${shownText(idOrName)}'.`
    : `There is no token '${shownText(idOrName)}'.`;
  throw new MuxError(second ? 'TARGET_AMBIGUOUS' : 'TOKEN_NOT_FOUND', message, { suggestion });
}
