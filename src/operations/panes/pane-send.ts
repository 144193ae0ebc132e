import { z } from 'zod';
import { failedDelivery, lockPane, typeOnce } from '../../delivery/index.js';
import { Deadline } from '../../model/index.js';
import { sendInput } from '../../runs/index.js';
import { lookAtScreen, wayTo } from '../../workers/index.js';
import { defined } from '../defined.js';
import { call, type OperationContext } from '../operation.js';
import { answerPane } from '../questions/answer-pane.js';
import { fingerprintField } from '../questions/question-fields.js';
import { receiptOf, receiptOutput } from '../receipt.js';
import { sendFields, textField } from '../workers/worker-send-fields.js';
import { learnPaneSecret } from './learn-pane-secret.js';
import { type OpenPane, openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';

const input = z.strictObject({
  ...paneFields,
  text: textField.min(1),
  via: z
    .enum(['bridge', 'line'])
    .optional()
    .describe(
      'bridge: paste into the input box and verify. line: type into whatever is in front (default: automatic).',
    ),
  fingerprint: fingerprintField,
  ...sendFields,
});

const output = z.object({
  ...paneOutput,
  via: z.enum(['bridge', 'line']),
  status: z
    .enum(['submitted', 'queued', 'unconfirmed', 'typed'])
    .describe(
      'submitted: the program accepted the text. queued: it is busy and keeps the text for later. unconfirmed: no proof; check the screen before you send again. typed: written to the terminal.',
    ),
  receipt: receiptOutput.optional(),
});

export const paneSend = call({
  name: 'pane.send',
  summary: 'Send text and Enter to the program in a pane',
  description:
    'Pastes into the input box of an agent and confirms with a receipt; types into a shell or line-based program. If the program asks a question, fails with DIALOG_OPEN: answer with pane.keys, or give the fingerprint. Then use pane.wait or pane.screen.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input,
  output,
  examples: [
    { does: 'a command for a shell', input: { target: 'work:', text: 'git status' } },
    {
      does: 'a prompt for an agent that is at work',
      input: { target: 'api', text: 'Add a test', when: 'idle' },
    },
    { does: 'a password', input: { target: '%3', text: 'correct horse', secret: true } },
  ],
  handler: async ({ target, host, text, ...options }, context) => {
    const { runtime } = context;
    // Before anything else: whatever goes wrong must not tell it.
    if (options.secret) (await runtime.redactor()).hide(text);
    const open = await openPane(runtime, target, host);
    if (options.secret) await learnPaneSecret(open, text, options.timeoutMs, context);
    return open.use(() => send(open, text, options, context));
  },
});

type SendInput = Omit<z.output<typeof input>, 'target' | 'host' | 'text'>;
type Sent = z.input<typeof output>;

async function send(
  open: OpenPane,
  text: string,
  { via, fingerprint, ...options }: SendInput,
  { runtime, signal }: OperationContext,
): Promise<Sent> {
  const { kind, name, pane, host } = open;
  const answered = { paneId: pane.id, host };
  if (fingerprint !== undefined) {
    await answerPane(open, text, { ...options, fingerprint, signal });
    return { ...answered, via: 'line', status: 'typed' };
  }
  if (kind === 'worker') {
    const workers = await runtime.workers();
    const sent = await workers.send(name, text, { ...defined({ ...options, via }), signal });
    const { receipt, status } = sent;
    return { ...answered, via: sent.via, status, ...(receipt && { receipt: receiptOf(receipt) }) };
  }
  const way = via ?? wayTo(await lookAtScreen({ profiles: () => runtime.profiles() }, open));
  if (way === 'line') {
    await type(open, text, options, signal);
    return { ...answered, via: 'line', status: 'typed' };
  }
  const delivery = await runtime.delivery(host);
  const result = await delivery.sendText(pane.id, text, { ...defined(options), signal });
  const { success, status, receipt } = result;
  if (!success && status !== 'unconfirmed')
    throw failedDelivery(result, `The text was not delivered to pane ${pane.id}`);
  return {
    ...answered,
    via: 'bridge',
    status: status ?? 'typed',
    ...(receipt && { receipt: receiptOf(receipt) }),
  };
}

async function type(
  { tmux, pane, run }: OpenPane,
  text: string,
  {
    enter,
    secret,
    timeoutMs,
    idempotencyKey: key,
  }: Pick<SendInput, 'enter' | 'secret' | 'timeoutMs' | 'idempotencyKey'>,
  signal: AbortSignal,
): Promise<void> {
  using deadline = new Deadline({ what: `Sending text to pane ${pane.id}`, timeoutMs, signal });
  await using _lock = await lockPane(tmux, pane.id, { deadline });
  await typeOnce(pane, { key, text, secret }, (together) => {
    const sending = { enter, secret, together };
    // A run knows then that its question was answered.
    return run ? run.type(text, sending) : sendInput(tmux, pane, text, sending);
  });
}
