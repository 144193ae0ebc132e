import { z } from 'zod';
import type { Status } from '../../runs/index.js';
import { call } from '../operation.js';
import { type RunQuestion, runQuestion } from '../questions/run-question.js';
import type { Runtime } from '../runtime.js';
import { openRun } from './open-run.js';
import { promptOptionsField } from './prompt-options-field.js';
import { runFields } from './run-fields.js';
import { recordOf, recordOutput, statusOf, statusOutput } from './status-output.js';

const runOutput = {
  id: z.string(),
  host: z.string(),
  session: z.string().optional(),
  paneId: z.string().optional(),
  ...statusOutput,
};

export const runStatus = call({
  name: 'run.status',
  summary: 'Show whether a run is running, waiting for input or finished',
  description:
    'Returns immediately, with the source and the confidence of the verdict. To wait for a change use run.wait; for all evidence use run.explain.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(runFields),
  output: z.object({ ...runOutput, options: promptOptionsField, ...recordOutput }),
  examples: [{ does: 'the state of a run', input: { run: 'mhz3k9x0abc123' } }],
  handler: async ({ run: id, host }, { runtime }) => {
    const { run, host: place, record } = await openRun(runtime, id, host);
    const status = await run.status();
    // What the look found out is in the store now.
    const now =
      status.state === 'finished' ? ((await (await runtime.store()).runs.get(id)) ?? record) : record;
    const { session, paneId } = run;
    const asked = await askedBy(runtime, id, status);
    return { id, host: place, session, paneId, ...statusOf(status), ...asked, ...recordOf(now) };
  },
});

/** A pane that has just gone asks nothing: the status says what was seen a moment before. */
async function askedBy(runtime: Runtime, id: string, status: Status): Promise<Partial<RunQuestion>> {
  if (status.state !== 'waiting-for-input' || status.idle) return {};
  return runQuestion(runtime, { id, prompt: status.prompt, kind: status.kind }).catch(() => ({}));
}

export const runExplain = call({
  name: 'run.explain',
  summary: 'Show the evidence for the state of a run',
  description:
    'Like run.status, with every sign that was checked, most significant first. Use it if a verdict is surprising.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(runFields),
  output: z.object({
    ...runOutput,
    signals: z.array(
      z.object({
        source: z.string(),
        says: z.enum(['running', 'waiting-for-input', 'finished', 'nothing']),
        confidence: z.enum(['certain', 'likely', 'guess']).optional(),
        detail: z.string(),
      }),
    ),
  }),
  examples: [{ does: 'why a run counts as waiting', input: { run: 'mhz3k9x0abc123' } }],
  handler: async ({ run: id, host }, { runtime }) => {
    const { run, host: place } = await openRun(runtime, id, host);
    const { status, signals } = await run.explain();
    const { session, paneId } = run;
    const hidden = signals.map((one) => ({ ...one, detail: run.redact(one.detail) }));
    return { id, host: place, session, paneId, ...statusOf(status), signals: hidden };
  },
});
