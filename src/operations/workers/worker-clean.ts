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
  summary: 'Remove stopped workers',
  description:
    'One by its name, all, or those with a tag. The worktree is removed with its worker, unless work would be lost: then both are kept, with the reason. Running workers are not touched.',
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
          'Also remove a worktree with uncommitted changes, which are lost, or one whose host does not answer.',
        ),
      keepWorktree: z.boolean().default(false).describe('Keep its worktree and branch.'),
    })
    .refine(
      ({ name, ...selection }) =>
        name === undefined
          ? hasSelection(selection)
          : selection.all === undefined && selection.tag === undefined,
      rule`give exactly one of ${field('name')}, ${field('all')} and ${field('tag')}`,
    ),
  output: z.object({
    cleaned: z.array(z.string()).describe('Names of the removed workers.'),
    kept: z.array(z.object({ name: z.string(), error: problemOutput })),
  }),
  examples: [
    { does: 'one worker', input: { name: 'api' } },
    { does: 'all stopped workers', input: { all: true } },
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
