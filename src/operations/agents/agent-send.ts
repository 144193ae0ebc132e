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
  summary: 'Give an agent text, and prove that it took it',
  description:
    'The text goes into its input box and is submitted; the receipt says what proves that. While a dialog is open nothing is sent and it fails with DIALOG_OPEN: use agent.respond to answer. A receipt that is unconfirmed must not be answered by sending again: look first.',
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
      .describe('Name of the profile that its screen is read by (default: detected).'),
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
      does: 'a prompt when it has finished, and only once',
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
        throw failedDelivery(result, `Pane ${pane.id} did not get the text`);
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
