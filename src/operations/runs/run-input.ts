import { z } from 'zod';
import { lockPane } from '../../agents/lock/pane-lock.js';
import { Deadline } from '../../model/deadline.js';
import { isMuxError } from '../../model/mux-error.js';
import { learnRunSecret } from '../../runs/learned-secrets.js';
import { call } from '../operation.js';
import { textField } from '../workers/worker-send-fields.js';
import { openRun } from './open-run.js';
import { runFields } from './run-fields.js';

export const runInput = call({
  name: 'run.input',
  summary: 'Answer a run: type text into it, and Enter',
  description:
    'For a run that waits for input. Then run.wait for its end or the next question. Keys such as C-c go through pane.keys; a prompt for an agent through pane.send, which proves that it arrived.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...runFields,
    text: textField.describe('What is typed; empty for Enter alone.'),
    enter: z.boolean().default(true).describe('Press Enter behind it.'),
    secret: z.boolean().default(false).describe('Hide it from then on.'),
  }),
  output: z.object({ id: z.string(), host: z.string(), paneId: z.string() }),
  examples: [
    { does: 'say yes', input: { run: 'mhz3k9x0abc123', text: 'y' } },
    { does: 'a passphrase', input: { run: 'mhz3k9x0abc123', text: 'correct horse', secret: true } },
  ],
  handler: async ({ run: id, host, text, enter, secret }, { runtime, signal }) => {
    if (secret) (await runtime.redactor()).hide(text);
    const { run, host: place } = await openRun(runtime, id, host);
    const tmux = await runtime.connect(place);
    using deadline = new Deadline({ what: `Answering run ${id}`, timeoutMs: LONGEST_MS, signal });
    // One sender at a time; one whose pane is gone has nobody to wait for, and says so itself.
    const lock = await lockPane(tmux, run.paneId, { deadline }).catch((error: unknown) => {
      if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
    });
    try {
      // Before it is typed, so that no process shows it.
      if (secret) await learnRunSecret(await runtime.store(), id, text);
      await run.send(text, { enter, secret });
    } finally {
      await lock?.[Symbol.asyncDispose]();
    }
    return { id, host: place, paneId: run.paneId };
  },
});

/** Others who type into the same pane are quick. */
const LONGEST_MS = 30_000;
