import { z } from 'zod';
import { callOf, MuxError, phrase, shownText } from '../../model/index.js';
import { call } from '../operation.js';
import { announcedServer } from '../state/hold-server-place.js';
import { findToken } from './find-token.js';
import { oneTimeCode } from './one-time-code.js';
import { ownerToken } from './owner-token.js';
import type { TokenRecord, Tokens } from './tokens.js';

export const tokenLink = call({
  name: 'token.link',
  summary: 'Create a one-time link to the dashboard',
  description:
    'The link works once, within 15 minutes. The browser gets the scope and reach of the token until the token ends. Fails with SERVER_NOT_STARTED if no server is running on this state folder.',
  effect: 'change',
  faces: ['cli', 'http'],
  input: z.strictObject({
    token: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Id or name of the token whose rights the browser gets (default: that of the caller).'),
  }),
  output: z.object({ link: z.string() }),
  examples: [
    { does: 'a link with your own rights', input: {} },
    { does: 'a link with the rights of a token', input: { token: 'phone' } },
  ],
  handler: async ({ token }, { runtime, caller }) => {
    const folder = await runtime.stateFolder();
    const server = await announcedServer(folder);
    if (!server) {
      throw new MuxError('SERVER_NOT_STARTED', `No server is running on '${folder}'.`, {
        suggestion: 'Start one: mux serve.',
      });
    }
    const tokens = await runtime.tokens();
    const asking =
      token === undefined ? caller && (await tokens.get(caller.tokenId)) : await named(tokens, token);
    const record = asking ?? (await ownerToken(tokens, folder)).record;
    return { link: `${server.url}/login?code=${await oneTimeCode(tokens, record)}` };
  },
});

/** A token that is good now. Fails with `TOKEN_NOT_FOUND`. */
async function named(tokens: Tokens, idOrName: string): Promise<TokenRecord> {
  const record = await findToken(tokens, idOrName);
  if (record.kind === 'token' && !('refused' in (await tokens.standing(record.id)))) return record;
  throw new MuxError('TOKEN_NOT_FOUND', `'${shownText(idOrName)}' is not an active token.`, {
    suggestion: phrase`${callOf('token.list')} lists the active tokens.`,
  });
}
