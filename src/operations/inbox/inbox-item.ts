import { z } from 'zod';
import { timeField } from '../fields.js';
import { questionOutput } from '../questions/question-fields.js';
import { promptOptionsField } from '../runs/prompt-options-field.js';

export const inboxItem = z.object({
  id: z.string().describe('Of the run or the agent.'),
  kind: z
    .enum(['run', 'agent'])
    .describe('What answers it: run.input for a run, agent.respond for an agent.'),
  target: z.string().describe('For operations on its pane.'),
  host: z.string(),
  paneId: z.string().optional(),
  title: z.string().describe('The name of the worker or agent; of another run its program.'),
  command: z.string().optional().describe('Of a run.'),
  prompt: z.string().optional().describe('The sentence that asks, where the screen shows it.'),
  ...questionOutput,
  promptKind: z
    .enum(['line', 'password', 'key', 'permission', 'question', 'answer'])
    .optional()
    .describe(
      'Of a run: a line, a line that is not shown, a key. Of an agent: leave to do something, a choice, or its turn is over.',
    ),
  options: promptOptionsField,
  since: timeField.describe('When it was first seen to wait.'),
});

export type InboxItem = z.input<typeof inboxItem>;
