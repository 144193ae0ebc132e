import { z } from 'zod';
import { lockPane } from '../../delivery/index.js';
import { Deadline, isMuxError } from '../../model/index.js';
import { learnRunSecret, type Run } from '../../runs/index.js';
import { call, type OperationContext } from '../operation.js';
import { openPane } from '../panes/open-pane.js';
import { answerPane } from '../questions/answer-pane.js';
import { chooseInPane } from '../questions/choose-in-pane.js';
import { requireAsking, requireFingerprint } from '../questions/may-answer.js';
import { fingerprintField } from '../questions/question-fields.js';
import { textField } from '../workers/worker-send-fields.js';
import { openRun } from './open-run.js';
import { runFields } from './run-fields.js';

export const runInput = call({
  name: 'run.input',
  summary: 'Answer a run: type text into it, and Enter',
  description:
    'For a run that waits for input. With the fingerprint from run.status or inbox.list, only that question gets the answer. Next: run.wait. Use pane.keys for keys such as C-c, and pane.send for a prompt to an agent.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...runFields,
    text: textField.describe('Text to type; empty to press only Enter.'),
    mode: z
      .enum(['text', 'option'])
      .default('text')
      .describe('option: the text names an option on the screen.'),
    fingerprint: fingerprintField,
    enter: z.boolean().default(true).describe('Whether to press Enter afterwards.'),
    secret: z.boolean().default(false).describe('Treat the text as secret and mask it from now on.'),
  }),
  output: z.object({ id: z.string(), host: z.string(), paneId: z.string() }),
  examples: [
    { does: 'answer yes', input: { run: 'mhz3k9x0abc123', text: 'y' } },
    {
      does: 'answer yes, only to a known question',
      input: { run: 'mhz3k9x0abc123', text: 'y', fingerprint: 's1.Kq0bT1uXw3mZr9dVYy7H2A' },
    },
    { does: 'a passphrase', input: { run: 'mhz3k9x0abc123', text: 'correct horse', secret: true } },
  ],
  handler: async ({ run: id, host, text, mode, fingerprint, enter, secret }, context) => {
    const { runtime, signal } = context;
    if (secret) (await runtime.redactor()).hide(text);
    requireFingerprint(context, fingerprint);
    const { run, host: place } = await openRun(runtime, id, host);
    await requireAsking(context, run, await runtime.connect(place));
    const answered = { id, host: place, paneId: run.paneId };
    if (mode === 'option') {
      const open = await openPane(runtime, id, place);
      await open.use(() => chooseInPane(runtime, open, text, { fingerprint, signal, timeoutMs: LONGEST_MS }));
      return answered;
    }
    if (fingerprint !== undefined) {
      const open = await openPane(runtime, id, place);
      if (secret) await learnRunSecret(await runtime.store(), id, text);
      const answer = { fingerprint, enter, secret, timeoutMs: LONGEST_MS, signal };
      await open.use(() => answerPane(open, text, answer));
      return answered;
    }
    await type(run, text, { enter, secret }, place, context);
    return answered;
  },
});

/** Types whatever the run shows: by a caller that may do so. */
async function type(
  run: Run,
  text: string,
  { enter, secret }: { readonly enter: boolean; readonly secret: boolean },
  place: string,
  { runtime, signal }: OperationContext,
): Promise<void> {
  const tmux = await runtime.connect(place);
  using deadline = new Deadline({ what: `Answering run ${run.id}`, timeoutMs: LONGEST_MS, signal });
  // One sender at a time; one whose pane is gone has nobody to wait for, and says so itself.
  const lock = await lockPane(tmux, run.paneId, { deadline }).catch((error: unknown) => {
    if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
  });
  try {
    // Before it is typed, so that no process shows it.
    if (secret) await learnRunSecret(await runtime.store(), run.id, text);
    await run.send(text, { enter, secret });
  } finally {
    await lock?.[Symbol.asyncDispose]();
  }
}

/** Others who type into the same pane are quick. */
const LONGEST_MS = 30_000;
