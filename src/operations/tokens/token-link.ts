import { z } from 'zod';
import { MuxError } from '../../model/mux-error.js';
import { call } from '../operation.js';
import { announcedServer } from '../state/hold-server-place.js';
import { oneTimeCode } from './one-time-code.js';
import { ownerToken } from './owner-token.js';

export const tokenLink = call({
  name: 'token.link',
  summary: 'Make a link that opens the dashboard',
  description:
    'It works once, within 15 minutes, and lets a browser do what the caller may, until the token of the caller ends. Fails with SERVER_NOT_STARTED where no server runs on this state folder.',
  effect: 'change',
  faces: ['cli', 'http'],
  input: z.strictObject({}),
  output: z.object({ link: z.string() }),
  examples: [{ does: 'a link for this browser', input: {} }],
  handler: async (_, { runtime, caller }) => {
    const folder = await runtime.stateFolder();
    const server = await announcedServer(folder);
    if (!server) {
      throw new MuxError('SERVER_NOT_STARTED', `No server works on '${folder}'.`, {
        suggestion: 'Start one: mux serve.',
      });
    }
    const tokens = await runtime.tokens();
    const asking = caller && (await tokens.get(caller.tokenId));
    const record = asking ?? (await ownerToken(tokens, folder)).record;
    return { link: `${server.url}/login?code=${await oneTimeCode(tokens, record)}` };
  },
});
