import { z } from 'zod';
import { field } from '../../model/index.js';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { regularExpression } from '../regular-expression.js';
import { rule } from '../rule.js';
import { activityOf, activityOutput, exitOutput, workerNameField } from './worker-output.js';

export const workerWait = call({
  name: 'worker.wait',
  summary: 'Wait until a worker has ended, takes input, is quiet, or has printed something',
  description:
    'Answers as soon as it happens. Fails with TIMEOUT where it does not, and with WORKER_STOPPED where the program ends before; the worker is not touched by that.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z
    .strictObject({
      name: workerNameField,
      until: z
        .enum(['exit', 'idle', 'quiet'])
        .default('exit')
        .describe(
          'exit: its program has ended. idle: it takes input, or asks something. quiet: it printed nothing for quietMs.',
        ),
      text: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe('Until this is printed or on the screen, whatever until says.'),
      regex: z.string().min(1).max(10_000).optional().describe('The same by a regular expression.'),
      cursor: z
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('For text and regex: where in the log to begin (default: only new output).'),
      quietMs: z
        .number()
        .int()
        .min(1)
        .max(86_400_000)
        .default(2_000)
        .describe('Milliseconds of silence that count as quiet.'),
      timeoutMs: timeoutField.default(30_000).describe('Milliseconds to wait at most; 0 for no limit.'),
    })
    .refine(
      ({ text, regex }) => text === undefined || regex === undefined,
      rule`give ${field('text')} or ${field('regex')}, not both`,
    ),
  output: z.object({
    name: z.string(),
    until: z.enum(['exit', 'idle', 'quiet', 'text']),
    exit: exitOutput.optional(),
    activity: activityOutput.optional(),
    line: z.string().optional().describe('The line that was waited for.'),
  }),
  examples: [
    { does: 'until its program has ended', input: { name: 'build', timeoutMs: 600_000 } },
    { does: 'until the agent takes the next prompt', input: { name: 'api', until: 'idle' } },
    { does: 'until the server listens', input: { name: 'web', regex: 'listening on \\d+', cursor: 0 } },
  ],
  handler: async ({ name, text, regex, cursor, ...options }, { runtime, signal, progress }) => {
    const wanted = regex === undefined ? text : regularExpression(regex, 'regex');
    const workers = await runtime.workers();
    progress(`waiting for ${name}`);
    const { activity, ...result } = await workers.wait(name, {
      ...options,
      signal,
      ...(wanted !== undefined && { text: wanted }),
      ...(cursor !== undefined && { cursor }),
    });
    return { ...result, ...(activity && { activity: activityOf(activity) }) };
  },
});
