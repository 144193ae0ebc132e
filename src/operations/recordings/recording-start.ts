import { z } from 'zod';
import { call } from '../operation.js';
import { paneFields } from '../panes/pane-fields.js';
import { recordingOutput, toldRecording } from './recording-fields.js';

export const recordingStart = call({
  name: 'recording.start',
  summary: 'Record a pane for playback',
  description:
    'Starts with the current screen. Secrets are masked before anything is written. Ends with the pane, the command of a run, or the recording process; a restarted server continues it, with a marker for the gap. Questions and the exit of a run become markers. End it with recording.stop.',
  effect: 'change',
  faces: ['mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    format: z
      .enum(['v2', 'v3'])
      .default('v2')
      .describe('Version of asciicast: v2 is supported by all players, v3 by newer ones.'),
    input: z
      .boolean()
      .default(false)
      .describe(
        'Include input sent to the pane through this process, by any operation or terminal, except secrets and hidden input.',
      ),
    title: z.string().min(1).max(200).optional().describe('Title, for people.'),
  }),
  output: z.object(recordingOutput),
  examples: [
    { does: 'the pane of the worker api', input: { target: 'api' } },
    { does: 'with a title', input: { target: '%3', title: 'The failing test' } },
  ],
  handler: async (input, { runtime }) => {
    const recordings = await runtime.recordings();
    return toldRecording(await recordings.start(input), new Date());
  },
});
