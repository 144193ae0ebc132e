import { z } from 'zod';
import { abortedError } from '../../model/index.js';
import { call } from '../operation.js';
import { workspaceFields } from './workspace-fields.js';

export const workspaceCapability = call({
  name: 'workspace.capability',
  summary: 'Run the capability tags in a text and return the results',
  description:
    'For the reply of a language model that contains <capability name="tmux" action="…" />. All tags run in order; each gets the result of its action, or an error with a suggestion. Tags of other capabilities are skipped.',
  effect: 'destroy',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    text: z.string().max(1_000_000).describe('Any text that contains tags.'),
    ...workspaceFields,
  }),
  output: z.object({
    answers: z.array(
      z.object({
        place: z
          .object({ start: z.number(), end: z.number(), line: z.number(), column: z.number() })
          .describe('Position of the tag in the text.'),
        response: z.union([
          z.object({ success: z.literal(true), data: z.unknown() }),
          z.object({
            success: z.literal(false),
            error: z.string(),
            suggestion: z.string(),
            panes: z
              .array(z.string())
              .optional()
              .describe('The existing panes, if the requested one does not exist.'),
          }),
        ]),
      }),
    ),
  }),
  examples: [
    {
      does: 'two tags of one reply',
      input: {
        text: 'I run the tests. <capability name="tmux" action="send" command="npm test" wait="end" /> <capability name="tmux" action="list" />',
      },
    },
  ],
  handler: async ({ text, ...place }, { runtime, signal, progress }) => {
    const workspace = await runtime.workspace(place);
    progress('running the tags');
    const answers = await workspace.answerTags(text, { signal });
    if (signal.aborted) throw abortedError('Running the tags', signal);
    return {
      answers: answers.map(({ place: at, response }) => ({
        place: { ...at },
        response: response.success ? response : { ...response, panes: response.panes && [...response.panes] },
      })),
    };
  },
});
