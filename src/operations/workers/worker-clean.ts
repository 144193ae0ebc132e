import { z } from 'zod';
import { field } from '../../model/index.js';
import { call } from '../operation.js';
import { problem } from '../problem.js';
import { problemOutput } from '../problem-output.js';
import { rule } from '../rule.js';
import { workerNameField } from './worker-output.js';
import { hasSelection, selectionFields, selectionOf } from './worker-selection.js';

export const workerClean = call({
  name: 'worker.clean',
  summary: 'Forget workers that have stopped',
  description:
    'One by its name, all, or those with a tag. A worktree goes with its worker where nothing is lost by that; where something would be, the worker is kept, and told with the reason. One that runs is not touched.',
  effect: 'destroy',
  faces: ['cli', 'mcp', 'http'],
  input: z
    .strictObject({
      name: workerNameField.optional(),
      ...selectionFields,
      force: z
        .boolean()
        .default(false)
        .describe(
          'Also where its worktree has uncommitted changes, which go then, or where its host does not answer.',
        ),
      keepWorktree: z.boolean().default(false).describe('Leave its worktree and branch where they are.'),
    })
    .refine(
      ({ name, ...selection }) =>
        name === undefined
          ? hasSelection(selection)
          : selection.all === undefined && selection.tag === undefined,
      rule`give exactly one of ${field('name')}, ${field('all')} and ${field('tag')}`,
    ),
  output: z.object({
    cleaned: z.array(z.string()).describe('Names of those that are forgotten.'),
    kept: z.array(z.object({ name: z.string(), error: problemOutput })),
  }),
  examples: [
    { does: 'one worker', input: { name: 'api' } },
    { does: 'all that have stopped', input: { all: true } },
  ],
  handler: async ({ name, all, tag, ...options }, { runtime }) => {
    const workers = await runtime.workers();
    const { cleaned, kept } = await workers.clean(name ?? selectionOf({ all, tag }), options);
    return {
      cleaned: [...cleaned],
      kept: kept.map((one) => ({ name: one.name, error: problem(one.error) })),
    };
  },
});
