import { z } from 'zod';
import { time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { filterFields, filterOf } from './run-list.js';

const typeMetrics = z.object({
  type: z.string(),
  count: z.number(),
  running: z.number(),
  finished: z.number(),
  lost: z.number(),
  timedOut: z.number(),
  succeeded: z.number(),
  successRate: z.number().optional().describe('Share of ended runs, 0 to 1.'),
  durationMs: z
    .object({ min: z.number(), median: z.number(), p95: z.number(), max: z.number(), mean: z.number() })
    .optional(),
  exitCodes: z.array(z.object({ exitCode: z.number(), count: z.number() })),
  prompts: z.number(),
  commonPrompts: z.array(z.object({ text: z.string(), count: z.number() })),
  bytes: z.number(),
});

export const runMetrics = call({
  name: 'run.metrics',
  summary: 'Count runs by kind of command: durations, success, exit codes, questions',
  description: 'Covers all stored runs, or those that match the filter. run.recover updates them first.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(filterFields),
  output: z.object({ at: timeField, count: z.number(), types: z.array(typeMetrics) }),
  examples: [{ does: 'all stored runs', input: {} }],
  handler: async (filter, { runtime }) => {
    const service = await runtime.runs();
    const { at, count, types } = await service.metrics(filterOf(filter));
    return {
      at: time(at),
      count,
      types: types.map((one) => ({
        ...one,
        exitCodes: [...one.exitCodes],
        commonPrompts: [...one.commonPrompts],
      })),
    };
  },
});
