import { z } from 'zod';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { requireFingerprint } from '../questions/may-answer.js';
import { fingerprintField } from '../questions/question-fields.js';
import { receiptOf, receiptOutput } from '../receipt.js';
import { agentField, agentStateOutput } from './agent-output.js';

export const agentRespond = call({
  name: 'agent.respond',
  summary: 'Answer an agent that waits for input',
  description:
    'Answers a question, a permission request or the end of a turn, and returns once the answer was verifiably accepted; the answer is stored as a turn. Fails with AGENT_WRONG_STATE if the agent is not waiting. agent.status returns the question and its fingerprint.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    agent: agentField,
    text: z.string().min(1).max(262_144).describe('The answer.'),
    mode: z
      .enum(['text', 'option', 'other'])
      .default('text')
      .describe(
        'text: into the input box. option: the text is the number or the label of an option on the screen. other: a free-text answer, if the question has an option for that.',
      ),
    fingerprint: fingerprintField,
    idempotencyKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Idempotency key: a second call with the same key sends nothing and returns the first result; KEY_REUSED if the text differs.',
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
      does: 'choose the second option of a known question',
      input: {
        agent: 'reviewer',
        text: '2',
        mode: 'option',
        fingerprint: 'd1.Kq0bT1uXw3mZr9dVYy7H2A.p3mX0aQz',
      },
    },
    { does: 'continue with text', input: { agent: 'reviewer', text: 'Yes, and run the tests' } },
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
