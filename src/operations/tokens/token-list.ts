import { z } from 'zod';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { tokenRow, tokenRowOf } from './token-row.js';

export const tokenList = call({
  name: 'token.list',
  summary: 'List the tokens of the server',
  description:
    'Also those that have expired or were revoked. None shows what a caller has to send: nobody knows that.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject(pageFields),
  output: z.object({ tokens: z.array(tokenRow), ...pageOutput }),
  examples: [{ does: 'all tokens', input: {} }],
  handler: async (paging, { runtime }) => {
    const all = await (await runtime.tokens()).list();
    const { items, next } = page(all, paging);
    return { tokens: items.map((record) => tokenRowOf(record)), ...next };
  },
});
