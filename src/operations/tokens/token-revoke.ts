import { z } from 'zod';
import { call } from '../operation.js';
import { findToken } from './find-token.js';
import { tokenRow, tokenRowOf } from './token-row.js';

export const tokenRevoke = call({
  name: 'token.revoke',
  summary: 'Revoke a token or sign out a browser immediately',
  description:
    'Also ends everything opened with it: sessions of browsers and models, streams, terminals and waits. If the owner token is revoked, the server creates a new one at its next start.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'http'],
  input: z.strictObject({
    token: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'Id of the token, or its name if only one active token has it; or the id of a browser session.',
      ),
  }),
  output: tokenRow,
  examples: [{ does: 'the token of a script', input: { token: 'status page' } }],
  handler: async ({ token }, { runtime }) => {
    const tokens = await runtime.tokens();
    const { id } = await findToken(tokens, token);
    await tokens.revoke(id);
    return tokenRowOf(await findToken(tokens, id));
  },
});
