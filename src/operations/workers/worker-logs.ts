import { z } from 'zod';
import { field } from '../../model/index.js';
import { defined } from '../defined.js';
import { maxBytesField } from '../fields.js';
import { call } from '../operation.js';
import { rule } from '../rule.js';
import { linesOutput, logFields } from './worker-log-fields.js';

export const workerLogs = call({
  name: 'worker.logs',
  summary: 'Read the output of a worker',
  description:
    'Lines of its log with their times, secrets masked; also after its end. While hasMore is true, continue with the cursor of the result.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z
    .strictObject({ ...logFields, maxBytes: maxBytesField })
    .refine(
      ({ cursor, tail }) => cursor === undefined || tail === undefined,
      rule`give ${field('cursor')} or ${field('tail')}, not both`,
    ),
  output: linesOutput.extend({ hasMore: z.boolean().describe('Whether more output is available.') }),
  examples: [
    { does: 'the last 20 lines', input: { name: 'api', tail: 20 } },
    { does: 'new output', input: { name: 'api', cursor: 4096 } },
  ],
  handler: async ({ name, ...options }, { runtime, signal }) => {
    const workers = await runtime.workers();
    const pieces = workers.logs(name, { ...defined(options), signal });
    try {
      const { value: first } = await pieces.next();
      if (!first) return { name, lines: [], cursor: options.cursor ?? 0, hasMore: false };
      return { name, ...first, lines: first.lines.map((line) => ({ ...line })) };
    } finally {
      await pieces.return();
    }
  },
});
