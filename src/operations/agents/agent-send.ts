import { z } from 'zod';
import { failedDelivery } from '../../delivery/index.js';
import { defined } from '../defined.js';
import { targetField, targetHostField } from '../fields.js';
import { call } from '../operation.js';
import { learnPaneSecret } from '../panes/learn-pane-secret.js';
import { receiptOf, receiptOutput } from '../receipt.js';
import { sendFields, textField } from '../workers/worker-send-fields.js';
import { agentTarget } from './agent-target.js';

export const agentSend = call({
  name: 'agent.send',
  summary: 'Send text to an agent and confirm that it was accepted',
  description:
    'Pastes the text into the input box and submits it; the receipt says how this was confirmed. If a dialog is open, nothing is sent and the call fails with DIALOG_OPEN: answer it with agent.respond. If the receipt is unconfirmed, check the screen before you send again.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    target: targetField,
    host: targetHostField,
    text: textField.min(1),
    profile: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Name of the profile used to read its screen (default: detected).'),
    ...sendFields,
  }),
  output: z.object({
    paneId: z.string(),
    host: z.string(),
    agentId: z.string().optional(),
    status: z.enum(['submitted', 'queued', 'unconfirmed', 'typed']),
    receipt: receiptOutput.optional(),
  }),
  examples: [
    { does: 'a prompt', input: { target: 'reviewer', text: 'Review the last commit' } },
    {
      does: 'a prompt for when it is idle, sent only once',
      input: { target: 'reviewer', text: 'And the one before', when: 'idle', idempotencyKey: 'review-2' },
    },
  ],
  handler: async ({ target, host, text, profile, ...options }, { runtime, signal, progress }) => {
    // Before anything else: whatever goes wrong must not tell it.
    if (options.secret) (await runtime.redactor()).hide(text);
    const open = await agentTarget(runtime, target, host);
    const { agent, pane, host: place } = open;
    if (options.secret) await learnPaneSecret(open, text, options.timeoutMs, { runtime, signal });
    const delivery = await runtime.delivery(place);
    const readBy = profile ?? agent?.profile;
    progress('sending');
    return open.use(async () => {
      const result = await delivery.sendText(pane.id, text, {
        ...defined({ ...options, profile: readBy }),
        signal,
      });
      const { success, status, receipt } = result;
      if (!success && status !== 'unconfirmed')
        throw failedDelivery(result, `The text was not delivered to pane ${pane.id}`);
      return {
        paneId: pane.id,
        host: place,
        agentId: agent?.id,
        status: status ?? ('typed' as const),
        ...(receipt && { receipt: receiptOf(receipt) }),
      };
    });
  },
});
