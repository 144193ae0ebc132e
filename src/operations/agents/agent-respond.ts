import { z } from 'zod';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { requireFingerprint } from '../questions/may-answer.js';
import { fingerprintField } from '../questions/question-fields.js';
import { receiptOf, receiptOutput } from '../receipt.js';
import { agentField, agentStateOutput } from './agent-output.js';

export const agentRespond = call({
  name: 'agent.respond',
  summary: 'Answer an agent that waits for it',
  description:
    'Answers a question, a request for leave or the end of a turn, and resolves when it is proven that the answer was taken; the answer is written down as a turn. Fails with AGENT_WRONG_STATE where the agent does not wait. agent.status shows what it asks, with the fingerprint.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    agent: agentField,
    text: z.string().min(1).max(262_144).describe('The answer.'),
    mode: z
      .enum(['text', 'option', 'other'])
      .default('text')
      .describe(
        'text: into the input box. option: the text is the number or the words of an option on the screen. other: an answer in own words, where the question has an option for that.',
      ),
    fingerprint: fingerprintField,
    idempotencyKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'A second call with the same key sends nothing, and gives the first result; KEY_REUSED for another text.',
      ),
    timeoutMs: timeoutField.optional(),
  }),
  output: z.object({
    status: z.literal('ok'),
    agent_id: z.string(),
    new_state: agentStateOutput,
    latency_ms: z.number(),
    turn_id: z.number(),
    receipt: receiptOutput,
  }),
  examples: [
    {
      does: 'choose the second option of the question that was read',
      input: {
        agent: 'reviewer',
        text: '2',
        mode: 'option',
        fingerprint: 'd1.Kq0bT1uXw3mZr9dVYy7H2A.p3mX0aQz',
      },
    },
    { does: 'go on in words', input: { agent: 'reviewer', text: 'Yes, and run the tests' } },
  ],
  handler: async ({ agent, text, mode, fingerprint, idempotencyKey, timeoutMs }, context) => {
    const { runtime, signal, progress } = context;
    // Text goes into an input box and past no dialog, so that it cannot approve anything.
    if (mode !== 'text') requireFingerprint(context, fingerprint);
    const agents = await runtime.agents();
    progress('answering');
    const { receipt, ...result } = await agents.respond(agent, text, {
      mode,
      fingerprint,
      idempotencyKey,
      signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    return { ...result, receipt: receiptOf(receipt) };
  },
});
