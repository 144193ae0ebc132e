import { z } from 'zod';
import type { BroadcastResult } from '../../workers/workers.js';
import { defined } from '../defined.js';
import { call } from '../operation.js';
import { learnPaneSecret } from '../panes/learn-pane-secret.js';
import { openPane } from '../panes/open-pane.js';
import { problem } from '../problem.js';
import { problemOutput } from '../problem-output.js';
import { answerPane } from '../questions/answer-pane.js';
import { fingerprintField } from '../questions/question-fields.js';
import { receiptOf, receiptOutput } from '../receipt.js';
import { workerNameField } from './worker-output.js';
import { hasSelection, selectionFields, selectionMissing, selectionOf } from './worker-selection.js';
import { sendFields, textField } from './worker-send-fields.js';

const viaField = z
  .enum(['bridge', 'line'])
  .optional()
  .describe(
    'bridge: paste into the input box and verify. line: type into whatever is in front (default: automatic).',
  );

const sentOutput = z.object({
  name: z.string(),
  via: z.enum(['bridge', 'line']),
  status: z
    .enum(['submitted', 'queued', 'unconfirmed', 'typed'])
    .describe(
      'submitted: the program accepted the text. queued: it is busy and keeps the text for later. unconfirmed: no proof; check the screen before you send again. typed: written to the terminal.',
    ),
  receipt: receiptOutput.optional(),
});

export const workerSend = call({
  name: 'worker.send',
  summary: 'Send text and Enter to a worker',
  description:
    'Pastes into the input box of an agent and confirms with a receipt; types into a line-based program. One sender at a time. If the program asks a question, fails with DIALOG_OPEN: answer with agent.respond, or give the fingerprint.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    name: workerNameField,
    text: textField,
    via: viaField,
    fingerprint: fingerprintField,
    ...sendFields,
  }),
  output: sentOutput,
  examples: [
    { does: 'a prompt for an agent', input: { name: 'api', text: 'Add a test for the login', when: 'idle' } },
    { does: 'a password', input: { name: 'deploy', text: 'hunter2', secret: true } },
  ],
  handler: async ({ name, text, fingerprint, ...options }, context) => {
    const { runtime, signal } = context;
    // Before anything else: whatever goes wrong must not tell it.
    if (options.secret) (await runtime.redactor()).hide(text);
    if (fingerprint !== undefined) {
      const open = await openPane(runtime, name);
      if (options.secret) await learnPaneSecret(open, text, options.timeoutMs, context);
      await open.use(() => answerPane(open, text, { ...options, fingerprint, signal }));
      return { name, via: 'line' as const, status: 'typed' as const };
    }
    const workers = await runtime.workers();
    const { receipt, ...sent } = await workers.send(name, text, { ...defined(options), signal });
    return { ...sent, ...(receipt && { receipt: receiptOf(receipt) }) };
  },
});

const resultOutput = z.union([
  sentOutput,
  z.object({ name: z.string(), status: z.literal('failed'), error: problemOutput }),
]);

export const workerBroadcast = call({
  name: 'worker.broadcast',
  summary: 'Send the same text to all running workers',
  description: 'Like worker.send, to all or to those with a tag. Failures are listed in the results.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z
    .strictObject({ text: textField, ...selectionFields, via: viaField, ...sendFields })
    .refine(hasSelection, selectionMissing),
  output: z.object({ results: z.array(resultOutput) }),
  examples: [{ does: 'to all with the tag red', input: { text: 'git pull', tag: 'red' } }],
  handler: async ({ text, all, tag, ...options }, { runtime, signal }) => {
    if (options.secret) (await runtime.redactor()).hide(text);
    const workers = await runtime.workers();
    const selection = selectionOf({ all, tag });
    const results = await workers.broadcast(text, selection, { ...defined(options), signal });
    return { results: results.map(resultOf) };
  },
});

function resultOf(result: BroadcastResult): z.input<typeof resultOutput> {
  if (result.status === 'failed') return { ...result, error: problem(result.error) };
  const { receipt, ...sent } = result;
  return { ...sent, ...(receipt && { receipt: receiptOf(receipt) }) };
}
