import { z } from 'zod';
import { openCast } from '../../recorder/index.js';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { findRecording } from './find-recording.js';
import { recordingField, recordingOutput, toldRecording } from './recording-fields.js';
import { recordingSize } from './recording-files.js';

export const recordingList = call({
  name: 'recording.list',
  summary: 'List recordings, newest first',
  description: 'Includes running and finished recordings. Play one with recording.read or mux play.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    state: z.enum(['recording', 'stopped']).optional().describe('Only recordings in this state.'),
    run: z.string().min(1).max(100).optional().describe('Only recordings of this run.'),
    ...pageFields,
  }),
  output: z.object({ recordings: z.array(z.object(recordingOutput)), ...pageOutput }),
  examples: [
    { does: 'all', input: {} },
    { does: 'recordings of a run', input: { run: 'mhz3k9x0abc123' } },
  ],
  handler: async ({ state, run, ...paging }, { runtime, signal }) => {
    const [store, recordings] = await Promise.all([runtime.store(), runtime.recordings()]);
    await recordings.settle(signal);
    const { items, next } = page(await store.recordings.list({ state, runId: run }), paging);
    const now = new Date();
    return { recordings: items.map((record) => toldRecording(record, now)), ...next };
  },
});

export const recordingGet = call({
  name: 'recording.get',
  summary: 'Show a recording and its markers',
  description: 'A marker stands where a run asked a question, where it ended, or where output is missing.',
  effect: 'read',
  faces: ['mcp', 'http'],
  input: z.strictObject({ id: recordingField }),
  output: z.object({
    ...recordingOutput,
    markers: z
      .array(z.object({ at: z.number().describe('Seconds since the start.'), label: z.string() }))
      .describe('The first 1000.'),
  }),
  examples: [{ does: 'one', input: { id: 'mhz3k9x0abc123' } }],
  handler: async ({ id }, { runtime, signal }) => {
    await (await runtime.recordings()).settle(signal);
    const record = await findRecording(runtime, id);
    const bytes = await recordingSize(record);
    const markers: { at: number; label: string }[] = [];
    let last = 0;
    for await (const event of (await openCast(record.path)).events) {
      last = event.at;
      if (event.type === 'marker' && markers.length < MOST_MARKERS) {
        markers.push({ at: event.at, label: event.label });
      }
    }
    const told = toldRecording(record, new Date());
    return { ...told, bytes, durationMs: Math.max(told.durationMs, Math.round(last * 1000)), markers };
  },
});

const MOST_MARKERS = 1_000;
