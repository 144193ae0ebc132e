import { z } from 'zod';
import { call } from '../operation.js';
import { startedOutput, startFields, startOptions } from './run-fields.js';

export const runStart = call({
  name: 'run.start',
  summary: 'Start a command in its own window, and leave it running',
  description:
    'It gets a hidden tmux window, a log on its host with secrets masked, and an id, and keeps running when nobody is connected. Follow with run.wait, run.status, run.output; answer with run.input. For a result at once use run.complete.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(startFields),
  output: z.object(startedOutput),
  examples: [
    {
      does: 'a test run in a container',
      input: { command: 'npm test', host: 'docker://sandbox', cwd: '/src' },
    },
    {
      does: 'a program that asks, with a time limit',
      input: { command: ['ssh-keygen', '-f', '/tmp/key'], prompts: ['passphrase.*:'], timeLimitMs: 60_000 },
    },
  ],
  handler: async ({ command, host, ...input }, { runtime }) => {
    const redactor = await runtime.redactor();
    for (const secret of input.secrets ?? []) redactor.hide(secret);
    const [runs, tmux] = await runtime.runsAt(host);
    const { id, session, paneId, target, logPath } = await runs.start(command, {
      host: tmux,
      ...startOptions(input),
    });
    return { id, host: tmux.place, session, paneId, target, logPath };
  },
});
