import { z } from 'zod';
import { timeField } from '../fields.js';
import { questionOutput } from '../questions/question-fields.js';
import { promptOptionsField } from '../runs/prompt-options-field.js';

export const inboxItem = z.object({
  id: z.string().describe('Id of the run or agent.'),
  kind: z
    .enum(['run', 'agent'])
    .describe('Operation that answers it: run.input for a run, agent.respond for an agent.'),
  target: z.string().describe('Target for operations on its pane.'),
  host: z.string(),
  paneId: z.string().optional(),
  title: z.string().describe('Name of the worker or agent; for any other run, its program.'),
  command: z.string().optional().describe('Of a run.'),
  prompt: z.string().optional().describe('Text of the question, if the screen shows it.'),
  ...questionOutput,
  promptKind: z
    .enum(['line', 'password', 'key', 'permission', 'question', 'answer'])
    .optional()
    .describe(
      'For a run: a line, a hidden line, a key. For an agent: a permission, a choice, or the end of its turn.',
    ),
  options: promptOptionsField,
  since: timeField.describe('When the wait was first seen.'),
});

export type InboxItem = z.input<typeof inboxItem>;
