import { z } from 'zod';
import { call } from '../operation.js';
import { findToken } from './find-token.js';
import { tokenRow, tokenRowOf } from './token-row.js';

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
