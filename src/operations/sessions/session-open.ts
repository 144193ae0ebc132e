import { z } from 'zod';
import { hostField } from '../fields.js';
import { call } from '../operation.js';
import { chatField, workspaceField } from './session-fields.js';

export const sessionOpen = call({
  name: 'session.open',
  summary: 'Return the session of a chat; create it if missing',
  description:
    'Each pair of workspace and chat has one persistent tmux session, which outlives the caller. Returns its name, for session.send. Fails with SESSION_LIMIT_REACHED if the host already has the maximum number of sessions.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: hostField,
    workspace: workspaceField,
    chatId: chatField,
    limit: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(10)
      .describe('Maximum number of chat sessions on the host.'),
  }),
  output: z.object({ sessionName: z.string(), host: z.string() }),
  examples: [
    {
      does: 'the session of a chat in a container',
      input: { host: 'docker://sandbox', workspace: 'my-project', chatId: 123456789 },
    },
  ],
  handler: async ({ host, workspace, chatId, limit }, { runtime }) => {
    const sessions = await runtime.sessions({ limit });
    const tmux = await runtime.connect(host);
    return { sessionName: await sessions.open(workspace, chatId, { host: tmux }), host: tmux.place };
  },
});
