import { z } from 'zod';
import {
  type Conversation,
  conversationOf,
  type Message,
  trustedTranscript,
} from '../../conversations/index.js';
import { identifyPane } from '../../panes/index.js';
import { maxBytesField, targetField, targetHostField } from '../fields.js';
import { call } from '../operation.js';
import { lastBytes } from '../panes/last-bytes.js';
import type { Runtime } from '../runtime.js';
import { untilAborted } from '../until-aborted.js';
import { agentTarget } from './agent-target.js';

export const agentConversation = call({
  name: 'agent.conversation',
  summary: 'Read the conversation with an agent',
  description:
    'The last messages of the person, the agent and its tools as plain text, from the transcript of the agent if it is known, otherwise from its screen. To go further back, pass nextBefore of the result as before.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    target: targetField,
    host: targetHostField,
    limit: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(20)
      .describe('Maximum number of messages; the newest ones are returned.'),
    before: z
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Only messages before the one with this number.'),
    role: z
      .enum(['user', 'agent', 'tool'])
      .optional()
      .describe('Only messages of the person, the agent, or its tools.'),
    maxBytes: maxBytesField,
  }),
  output: z.object({
    paneId: z.string(),
    host: z.string(),
    source: z.enum(['transcript', 'screen']),
    messages: z
      .array(
        z.object({
          number: z.number().describe('Number of the message, starting at 1.'),
          role: z.enum(['user', 'agent', 'tool']),
          text: z.string(),
          complete: z.boolean().describe('Whether the message is complete.'),
          truncated: z
            .boolean()
            .describe('Whether a part of it was not seen, or was left out because of its length.'),
        }),
      )
      .describe('Oldest first.'),
    hasMore: z.boolean().describe('Whether there are older messages.'),
    nextBefore: z.number().optional(),
  }),
  examples: [
    { does: 'the last answer', input: { target: 'reviewer', role: 'agent', limit: 1 } },
    { does: 'the last 20 messages', input: { target: 'reviewer' } },
  ],
  handler: async ({ target, host, limit, before, role, maxBytes }, { runtime, signal }) => {
    const { paneId, place, conversation } = await open(runtime, target, host);
    const all = await untilAborted(conversation.messages(), 'Reading the conversation', signal);
    const numbered = all.map((message, index) => ({ message, number: index + 1 }));
    const wanted = numbered.filter(
      ({ message, number }) => (role === undefined || message.role === role) && number < (before ?? Infinity),
    );
    const redactor = await runtime.redactor();
    const messages = fitting(wanted.slice(-limit), maxBytes, (text) => redactor.text(text));
    const hasMore = messages.length < wanted.length;
    const nextBefore = hasMore ? messages[0]?.number : undefined;
    return { paneId, host: place, source: conversation.source, messages, hasMore, nextBefore };
  },
});

interface Opened {
  readonly paneId: string;
  readonly place: string;
  readonly conversation: Conversation;
}

async function open(runtime: Runtime, target: string, host: string | undefined): Promise<Opened> {
  const { tmux, pane, host: place, agent } = await agentTarget(runtime, target, host);
  const { profile } = await identifyPane(tmux, pane.id, await runtime.profiles(), { name: agent?.profile });
  const told = agent?.metadata.transcriptPath;
  const path = typeof told === 'string' ? await trustedTranscript(tmux.host, profile.name, told) : undefined;
  const transcript = path === undefined ? {} : { transcript: { host: tmux.host, path } };
  return { paneId: pane.id, place, conversation: await conversationOf({ pane, profile, ...transcript }) };
}

interface Numbered {
  readonly message: Message;
  readonly number: number;
}

/** The newest messages that fit; of one that is too long for itself its end. */
function fitting(
  messages: readonly Numbered[],
  maxBytes: number,
  redact: (text: string) => string,
): { number: number; role: Message['role']; text: string; complete: boolean; truncated: boolean }[] {
  const taken = [];
  let left = maxBytes;
  for (const { message, number } of messages.toReversed()) {
    const { role, complete } = message;
    const whole = redact(message.text);
    const bytes = Buffer.byteLength(whole);
    if (bytes > left && taken.length > 0) break;
    const text = bytes > left ? lastBytes(whole, left).text : whole;
    taken.push({ number, role, text, complete, truncated: message.truncated || bytes > left });
    left -= bytes;
  }
  return taken.toReversed();
}
