import { z } from 'zod';
import { call } from '../operation.js';
import { paneFields } from '../panes/pane-fields.js';
import { recordingOutput, toldRecording } from './recording-fields.js';

export const recordingStart = call({
  name: 'recording.start',
  summary: 'Record what a pane shows, as it comes, for players',
  description:
    'Begins with the screen as it is. Secrets are masked before anything is written. It lasts as long as the pane, the command of a run, or the process that records; a server that is started again continues it, with a marker for the gap. Questions and the exit of a run are markers. End it with recording.stop.',
  effect: 'change',
  faces: ['mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    format: z
      .enum(['v2', 'v3'])
      .default('v2')
      .describe('Version of asciicast: v2 is played everywhere, v3 by newer players.'),
    input: z
      .boolean()
      .default(false)
      .describe(
        'Also what goes into the pane through this process, by whatever operation or terminal; never what is typed as a secret, or where a program hides it.',
      ),
    title: z.string().min(1).max(200).optional().describe('For people.'),
  }),
  output: z.object(recordingOutput),
  examples: [
    { does: 'the pane of the worker api', input: { target: 'api' } },
    { does: 'under a title', input: { target: '%3', title: 'The failing test' } },
  ],
  handler: async (input, { runtime }) => {
    const recordings = await runtime.recordings();
    return toldRecording(await recordings.start(input), new Date());
  },
});
