import { z } from 'zod';
import { hostField } from '../fields.js';
import { call } from '../operation.js';
import { sessionNameField } from './session-fields.js';

export const sessionKill = call({
  name: 'session.kill',
  summary: 'End a session and its programs',
  description: 'Also removes it from the store; succeeds if the session has already ended.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField, sessionName: sessionNameField }),
  output: z.object({ sessionName: z.string() }),
  examples: [
    {
      does: 'the session of a chat',
      input: { host: 'docker://sandbox', sessionName: 'claude-my-project-123456789' },
    },
  ],
  handler: async ({ host, sessionName }, { runtime }) => {
    await (await runtime.sessions()).kill(sessionName, { host: await runtime.connect(host) });
    return { sessionName };
  },
});

export const sessionCleanup = call({
  name: 'session.cleanup',
  summary: 'End chat sessions that have been idle',
  description:
    'On all known hosts. By default, keeps sessions in which a program runs or that a person is attached to. Skips hosts that cannot be reached.',
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
      .describe('Idle time in milliseconds since the last use.'),
    busy: z.boolean().default(false).describe('Include sessions in which a program runs.'),
    attached: z.boolean().default(false).describe('Include sessions that a person is attached to.'),
  }),
  output: z.object({ ended: z.number().describe('Number of ended sessions.') }),
  examples: [{ does: 'sessions idle for half an hour', input: {} }],
  handler: async ({ idleMs, ...options }, { runtime }) => {
    const sessions = await runtime.sessions({ idleMs });
    return { ended: await sessions.cleanup(options) };
  },
});
