import { z } from 'zod';
import { field } from '../../model/index.js';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { regularExpression } from '../regular-expression.js';
import { rule } from '../rule.js';
import { activityOf, activityOutput, exitOutput, workerNameField } from './worker-output.js';

export const workerWait = call({
  name: 'worker.wait',
  summary: 'Wait until a worker has exited, takes input, is quiet, or has printed a text',
  description:
    'Returns as soon as the condition is met. Fails with TIMEOUT if it is not met in time, and with WORKER_STOPPED if the program exits first; neither affects the worker.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z
    .strictObject({
      name: workerNameField,
      until: z
        .enum(['exit', 'idle', 'quiet'])
        .default('exit')
        .describe(
          'exit: its program has exited. idle: it takes input, or asks a question. quiet: no output for quietMs.',
        ),
      text: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe('Wait until this is printed or on the screen; overrides until.'),
      regex: z.string().min(1).max(10_000).optional().describe('The same as a regular expression.'),
      cursor: z
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('For text and regex: start position in the log (default: only new output).'),
      quietMs: z
        .number()
        .int()
        .min(1)
        .max(86_400_000)
        .default(2_000)
        .describe('Milliseconds without output.'),
      timeoutMs: timeoutField.default(30_000).describe('Time limit in milliseconds; 0 for none.'),
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
    line: z.string().optional().describe('The matching line.'),
  }),
  examples: [
    { does: 'until its program has exited', input: { name: 'build', timeoutMs: 600_000 } },
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
