import { z } from 'zod';
import { castScreen } from '../../runs/index.js';
import { screenText } from '../../screen/index.js';
import { call } from '../operation.js';
import { screenImage } from '../panes/screen-image.js';
import { findRecording } from './find-recording.js';
import { recordingField } from './recording-fields.js';
import { recordingSize } from './recording-files.js';

export const recordingImage = call({
  name: 'recording.image',
  summary: 'Show a moment of a recording as an image',
  description: 'The screen at that moment with its text, as SVG or PNG.',
  effect: 'read',
  faces: ['mcp', 'http'],
  input: z.strictObject({
    id: recordingField,
    at: z.number().min(0).max(1e9).optional().describe('Seconds since the start (default: the last moment).'),
    format: z.enum(['svg', 'png']).default('svg').describe('svg as text, png in base64.'),
  }),
  output: z.object({
    id: z.string(),
    at: z.number().describe('Time of the last event shown, in seconds.'),
    text: z.string(),
    image: z.object({
      mediaType: z.enum(['image/svg+xml', 'image/png']),
      data: z.string().describe('SVG as text, PNG in base64.'),
      width: z.number().describe('In pixels.'),
      height: z.number(),
    }),
  }),
  examples: [
    { does: 'how it ended', input: { id: 'mhz3k9x0abc123' } },
    { does: 'a moment', input: { id: 'mhz3k9x0abc123', at: 12.5, format: 'png' } },
  ],
  handler: async ({ id, at = Number.POSITIVE_INFINITY, format }, { runtime }) => {
    const record = await findRecording(runtime, id);
    await recordingSize(record);
    const { screen, at: last } = await castScreen(record.path, { at });
    return { id: record.id, at: last, text: screenText(screen), image: await screenImage(screen, format) };
  },
});
