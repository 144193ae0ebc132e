import { z } from 'zod';
import { call } from '../operation.js';
import { startedOutput, startFields, startOptions } from './run-fields.js';

export const runStart = call({
  name: 'run.start',
  summary: 'Start a command in its own window and return immediately',
  description:
    'The command gets a hidden tmux window, a log with secrets masked, and an id; it needs no connected client. Continue with run.wait, run.status, run.output; answer with run.input. To get the result in one call use run.complete.',
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
      does: 'an interactive program with a time limit',
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
