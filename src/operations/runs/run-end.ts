import { z } from 'zod';
import { call } from '../operation.js';
import { untilAborted } from '../until-aborted.js';
import { openRun } from './open-run.js';
import { remainsField } from './remains-field.js';
import { runFields } from './run-fields.js';
import { statusOf, statusOutput } from './status-output.js';

const graceField = z
  .number()
  .int()
  .min(0)
  .max(600_000)
  .default(2_000)
  .describe('Milliseconds for each step: Ctrl-C, terminate, kill.');

export const runStop = call({
  name: 'run.stop',
  summary: 'Stop logging a run; its command keeps running',
  description:
    'Its log no longer grows. A time limit of the command still applies; run.end ends it in any case.',
  effect: 'change',
  idempotent: true,
  hints: { interrupts: true },
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(runFields),
  output: z.object({ id: z.string(), host: z.string(), ...statusOutput }),
  examples: [{ does: 'stop the log of a run', input: { run: 'mhz3k9x0abc123' } }],
  handler: async ({ run: id, host }, { runtime, signal }) => {
    const { run, host: place } = await openRun(runtime, id, host);
    const [runs, tmux] = await Promise.all([runtime.runs(), runtime.connect(place)]);
    const stopping = runs.stop(id, { host: tmux });
    await untilAborted(stopping, `Stopping run ${id}`, signal);
    return { id, host: place, ...statusOf(await run.status()) };
  },
});

export const runEnd = call({
  name: 'run.end',
  summary: 'End the command of a run and close its pane',
  description:
    'Ctrl-C, then terminate, then kill, with graceMs between them, for all its processes. Returns how it ended, even if it had already ended, and which processes remain. The log is kept until it is pruned.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ ...runFields, graceMs: graceField }),
  output: z.object({ id: z.string(), host: z.string(), ...statusOutput, remains: remainsField }),
  examples: [{ does: 'end a run', input: { run: 'mhz3k9x0abc123' } }],
  handler: async ({ run: id, host, graceMs }, { runtime, signal, progress }) => {
    const { run, host: place } = await openRun(runtime, id, host);
    progress(`ending run ${id}`);
    const { remains, ...status } = await untilAborted(run.end({ graceMs }), `Ending run ${id}`, signal);
    return { id, host: place, ...statusOf(status), ...(remains && { remains: [...remains] }) };
  },
});
