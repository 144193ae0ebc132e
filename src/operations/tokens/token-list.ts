import { z } from 'zod';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { tokenRow, tokenRowOf } from './token-row.js';

export const tokenList = call({
  name: 'token.list',
  summary: 'List the access tokens of the server, or the signed-in browsers',
  description:
    'Includes expired and revoked tokens. The secret values are not stored, so they are not shown. Sign out a browser with token.revoke.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    ...pageFields,
    kind: z
      .enum(['token', 'session'])
      .default('token')
      .describe('token: tokens of programs and people. session: browsers that signed in with a link.'),
  }),
  output: z.object({ tokens: z.array(tokenRow), ...pageOutput }),
  examples: [
    { does: 'all tokens', input: {} },
    { does: 'signed-in browsers', input: { kind: 'session' } },
  ],
  handler: async ({ kind, ...paging }, { runtime }) => {
    const all = await (await runtime.tokens()).list(kind);
    const { items, next } = page(all, paging);
    return { tokens: items.map((record) => tokenRowOf(record)), ...next };
  },
});
