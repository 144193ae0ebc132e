import { z } from 'zod';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { tokenRow, tokenRowOf } from './token-row.js';

export const tokenList = call({
  name: 'token.list',
  summary: 'List the tokens of the server, or the browsers that are signed in',
  description:
    'Also those that have expired or were revoked. None shows what a caller has to send: nobody knows that. A browser is signed out with token.revoke.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    ...pageFields,
    kind: z
      .enum(['token', 'session'])
      .default('token')
      .describe('token: of programs and people. session: of browsers that signed in by a link.'),
  }),
  output: z.object({ tokens: z.array(tokenRow), ...pageOutput }),
  examples: [
    { does: 'all tokens', input: {} },
    { does: 'the browsers that are signed in', input: { kind: 'session' } },
  ],
  handler: async ({ kind, ...paging }, { runtime }) => {
    const all = await (await runtime.tokens()).list(kind);
    const { items, next } = page(all, paging);
    return { tokens: items.map((record) => tokenRowOf(record)), ...next };
  },
});
