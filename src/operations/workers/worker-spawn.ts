import { z } from 'zod';
import { defined } from '../defined.js';
import { call } from '../operation.js';
import { regularExpression } from '../regular-expression.js';
import { workerNameField, workerOf, workerOutput } from './worker-output.js';
import { commandField, envField, readyWaitFields, readyWaitOf } from './worker-start-fields.js';

export const workerSpawn = call({
  name: 'worker.spawn',
  summary: 'Start a program under a name',
  description:
    'For what lives long: servers, agents, watchers. It keeps running when the caller ends. For one command and its result use run.complete. A start that fails leaves nothing behind; a worker that is not ready in time (TIMEOUT) keeps running.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    name: workerNameField.describe(
      'Name of the worker: letters, digits, dashes and underscores, at most 64.',
    ),
    command: commandField,
    host: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('local, docker://NAME or ssh://user@host:port. Default: the usual host.'),
    socket: z.string().min(1).max(200).optional().describe('Name of the tmux socket there (tmux -L).'),
    session: z.string().min(1).max(200).optional().describe('tmux session for its window.'),
    cwd: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe('Folder on the host (default here: that of this process).'),
    env: envField.optional(),
    tags: z.array(z.string().max(1_000)).max(1_000).optional().describe('Words to find it by.'),
    interactive: z.boolean().optional().describe('Keep a shell in the window after its end.'),
    worktree: z
      .union([
        z.boolean(),
        z.strictObject({
          branch: z.string().min(1).max(1_000).optional(),
          path: z.string().min(1).max(4_096).optional(),
          base: z.string().min(1).max(1_000).optional(),
        }),
      ])
      .optional()
      .describe('true: its own git worktree, on the branch mux/NAME, of the repository of cwd; or choose.'),
    timeLimitMs: z
      .number()
      .int()
      .min(0)
      .max(30 * 24 * 3_600_000)
      .default(0)
      .describe('Milliseconds until the host ends it; 0 for never.'),
    login: z.boolean().optional().describe('Whether login files are read first (default: true).'),
    size: z
      .strictObject({
        width: z.number().int().min(1).max(10_000),
        height: z.number().int().min(1).max(10_000),
      })
      .optional()
      .describe('Size of its terminal.'),
    secrets: z
      .array(z.string().max(10_000))
      .max(100)
      .optional()
      .describe('Values that are never shown or kept.'),
    redact: z
      .array(z.string().max(10_000))
      .max(100)
      .optional()
      .describe('Regular expressions of what to hide, beside common tokens.'),
    ...readyWaitFields,
  }),
  output: workerOutput,
  examples: [
    { does: 'a web server', input: { name: 'web', command: 'npm run dev', cwd: '/srv/app' } },
    {
      does: 'an agent in its own worktree, ready for its first prompt',
      input: { name: 'api', command: ['claude'], cwd: '/srv/app', worktree: true, readyWait: true },
    },
  ],
  handler: async (input, { runtime, signal, progress }) => {
    const {
      name,
      command,
      redact,
      timeLimitMs,
      readyWait,
      readyText,
      readyRegex,
      readyTimeoutMs,
      worktree,
      ...rest
    } = input;
    const ready = readyWaitOf({ readyWait, readyText, readyRegex, readyTimeoutMs });
    const workers = await runtime.workers();
    progress(ready.readyWait ? `starting ${name}, and waiting until it is ready` : `starting ${name}`);
    const worker = await workers.spawn(name, command, {
      ...defined(rest),
      timeoutMs: timeLimitMs,
      ...ready,
      ...(worktree !== undefined && {
        worktree: typeof worktree === 'object' ? defined(worktree) : worktree,
      }),
      ...(redact && { redactors: redact.map((source) => regularExpression(source, 'redact')) }),
      signal,
    });
    return workerOf(worker);
  },
});
