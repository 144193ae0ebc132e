import { z } from 'zod';
import { abortedError } from '../../model/index.js';
import { call } from '../operation.js';
import { workspaceFields } from './workspace-fields.js';

export const workspaceCapability = call({
  name: 'workspace.capability',
  summary: 'Carry out the capability tags in a text, and answer each',
  description:
    'For the reply of a language model that has <capability name="tmux" action="…" /> in it. All tags are carried out in order; each gets the answer of its action, or an error with a suggestion. Tags of other capabilities are passed over.',
  effect: 'destroy',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    text: z.string().max(1_000_000).describe('Any text with tags in it.'),
    ...workspaceFields,
  }),
  output: z.object({
    answers: z.array(
      z.object({
        place: z
          .object({ start: z.number(), end: z.number(), line: z.number(), column: z.number() })
          .describe('Where in the text the tag stands.'),
        response: z.union([
          z.object({ success: z.literal(true), data: z.unknown() }),
          z.object({
            success: z.literal(false),
            error: z.string(),
            suggestion: z.string(),
            panes: z
              .array(z.string())
              .optional()
              .describe('The panes there are, where one was asked for that is not.'),
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
    progress('carrying out the tags');
    const answers = await workspace.answerTags(text, { signal });
    if (signal.aborted) throw abortedError('Carrying out the tags', signal);
    return {
      answers: answers.map(({ place: at, response }) => ({
        place: { ...at },
        response: response.success ? response : { ...response, panes: response.panes && [...response.panes] },
      })),
    };
  },
});
