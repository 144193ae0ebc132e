import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SendReceipt } from '../../sessions/index.js';
import { hostField, time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { chatField, sessionNameField, workspaceField } from './session-fields.js';

export const sessionSend = call({
  name: 'session.send',
  summary: 'Answer a prompt in the session of a chat',
  description:
    'Runs the command with the prompt in the session, with REQUEST_ID, CHAT_ID and WORKSPACE_NAME in its environment, and does not wait for it. Prompts for one session run one after another. View the result with pane.screen on the target SESSION:.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: hostField,
    sessionName: sessionNameField,
    prompt: z
      .string()
      .max(200_000)
      .describe('The prompt, up to 120000 bytes; it is always a single argument of the command.'),
    requestId: z.string().max(10_000).optional().describe('REQUEST_ID (default: generated).'),
    chatId: chatField.optional().describe('CHAT_ID (default: that of the session).'),
    workspace: workspaceField.optional().describe('WORKSPACE_NAME (default: that of the session).'),
    command: z
      .union([z.string().min(1).max(100_000), z.array(z.string().max(100_000)).min(1).max(1_000)])
      .default('claude -p {prompt}')
      .describe('Command to run; {prompt} is replaced by the prompt.'),
  }),
  output: z.object({
    requestId: z.string(),
    sessionName: z.string(),
    status: z
      .enum(['submitted', 'queued'])
      .describe('submitted: it is running. queued: it runs after the earlier prompts.'),
    sentAt: timeField,
  }),
  examples: [
    {
      does: 'a prompt for Claude',
      input: {
        host: 'docker://sandbox',
        sessionName: 'claude-my-project-123456789',
        prompt: 'Hello Claude!',
      },
    },
  ],
  handler: async ({ host, sessionName, prompt, command, ...metadata }, { runtime }) => {
    const sessions = await runtime.sessions({ command });
    const tmux = await runtime.connect(host);
    const { requestId = randomUUID() } = metadata;
    const isWhole = metadata.chatId !== undefined && metadata.workspace !== undefined;
    const known = isWhole ? [] : await sessions.list({ host: tmux });
    const own = known.find((session) => session.sessionName === sessionName);
    const { chatId = own?.chatId ?? '', workspace = own?.workspace ?? '' } = metadata;
    const sent = { requestId, chatId, workspace };
    const receipt: SendReceipt = await sessions.send(sessionName, prompt, sent, { host: tmux });
    return { ...receipt, sentAt: time(receipt.sentAt) };
  },
});
