import { z } from 'zod';
import { defined } from '../defined.js';
import { call } from '../operation.js';
import { regularExpression } from '../regular-expression.js';
import { workerNameField, workerOf, workerOutput } from './worker-output.js';
import { commandField, envField, readyWaitFields, readyWaitOf } from './worker-start-fields.js';

export const workerSpawn = call({
  name: 'worker.spawn',
  summary: 'Start a named program',
  description:
    'For long-lived programs: servers, agents, watchers. It keeps running after the caller exits. For one command and its result use run.complete. A failed start leaves nothing behind; a worker that is not ready in time (TIMEOUT) keeps running.',
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
      .describe('local, docker://NAME or ssh://user@host:port (default: the configured host).'),
    socket: z.string().min(1).max(200).optional().describe('Name of the tmux socket on the host (tmux -L).'),
    session: z.string().min(1).max(200).optional().describe('tmux session for its window.'),
    cwd: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe('Folder on the host (default on this machine: that of this process).'),
    env: envField.optional(),
    tags: z.array(z.string().max(1_000)).max(1_000).optional().describe('Tags to find it by.'),
    interactive: z.boolean().optional().describe('Keep a shell in the window after the program has ended.'),
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
      .describe(
        'true: a separate git worktree, on the branch mux/NAME, of the repository of cwd; or an object with options.',
      ),
    timeLimitMs: z
      .number()
      .int()
      .min(0)
      .max(30 * 24 * 3_600_000)
      .default(0)
      .describe('Time limit for the program in milliseconds; 0 for none.'),
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
      .describe('Values that are never shown or stored.'),
    redact: z
      .array(z.string().max(10_000))
      .max(100)
      .optional()
      .describe('Regular expressions of text to hide, besides common tokens.'),
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
