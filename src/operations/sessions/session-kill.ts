import { z } from 'zod';
import { hostField } from '../fields.js';
import { call } from '../operation.js';
import { sessionNameField } from './session-fields.js';

export const sessionKill = call({
  name: 'session.kill',
  summary: 'End a session with its programs',
  description: 'Ends it and forgets it; one that is gone already is no error.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField, sessionName: sessionNameField }),
  output: z.object({ sessionName: z.string() }),
  examples: [
    {
      does: 'that of a chat',
      input: { host: 'claude-cc-bridge', sessionName: 'claude-cc-bridge-123456789' },
    },
  ],
  handler: async ({ host, sessionName }, { runtime }) => {
    await (await runtime.sessions()).kill(sessionName, { host: await runtime.connect(host) });
    return { sessionName };
  },
});

export const sessionCleanup = call({
  name: 'session.cleanup',
  summary: 'End the sessions of chats that were not used for long',
  description:
    'On all hosts that are known. A session in which something runs, or that a person is attached to, stays unless told otherwise. A host that cannot be reached is left out.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    idleMs: z
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .default(30 * 60_000)
      .describe('Milliseconds after its last use that a session counts as idle.'),
    busy: z.boolean().default(false).describe('Also those in which something runs.'),
    attached: z.boolean().default(false).describe('Also those that a person is attached to.'),
  }),
  output: z.object({ ended: z.number().describe('How many.') }),
  examples: [{ does: 'what was idle for half an hour', input: {} }],
  handler: async ({ idleMs, ...options }, { runtime }) => {
    const sessions = await runtime.sessions({ idleMs });
    return { ended: await sessions.cleanup(options) };
  },
});
