import { z } from 'zod';
import { hostField, time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { sessionNameField } from './session-fields.js';

export const sessionList = call({
  name: 'session.list',
  summary: 'List the chat sessions on a host',
  description:
    'Includes those of other processes, with their activity. names has all sessions of the host, including those of no chat.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField, ...pageFields }),
  output: z.object({
    host: z.string(),
    sessions: z.array(
      z.object({
        sessionName: z.string(),
        workspace: z.string(),
        chatId: z.string(),
        createdAt: timeField,
        lastUsedAt: timeField,
        busy: z.boolean().describe('Whether a program runs in it or is queued.'),
        queued: z.number().describe('Number of queued prompts.'),
        attached: z.boolean().describe('Whether a person is attached.'),
        orphan: z
          .boolean()
          .describe('Whether it has been idle for long, with no program running and nobody attached.'),
      }),
    ),
    names: z.array(z.string()),
    ...pageOutput,
  }),
  examples: [{ does: 'sessions in a container', input: { host: 'docker://sandbox' } }],
  handler: async ({ host, ...paging }, { runtime }) => {
    const sessions = await runtime.sessions();
    const tmux = await runtime.connect(host);
    const names = await sessions.names({ host: tmux });
    const { items, next } = page(await sessions.list({ host: tmux }), paging);
    const chats = items.map(({ containerId: _, createdAt, lastUsedAt, ...session }) => ({
      ...session,
      createdAt: time(createdAt),
      lastUsedAt: time(lastUsedAt),
    }));
    return { host: tmux.place, sessions: chats, names: names.slice(0, MOST_NAMES), ...next };
  },
});

const MOST_NAMES = 1_000;

export const sessionExists = call({
  name: 'session.exists',
  summary: 'Check whether a session of exactly this name exists',
  description: 'Includes any session of the host, even one that belongs to no chat.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField, sessionName: sessionNameField }),
  output: z.object({ sessionName: z.string(), exists: z.boolean() }),
  examples: [
    {
      does: 'the session of a chat',
      input: { host: 'docker://sandbox', sessionName: 'claude-my-project-123456789' },
    },
  ],
  handler: async ({ host, sessionName }, { runtime }) => {
    const sessions = await runtime.sessions();
    return { sessionName, exists: await sessions.exists(sessionName, { host: await runtime.connect(host) }) };
  },
});
