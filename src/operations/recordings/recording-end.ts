import { z } from 'zod';
import { call } from '../operation.js';
import { recordingOutput, toldRecording } from './recording-fields.js';
import { removeFile } from './recording-files.js';

const idField = z.string().min(1).max(100).describe('Id of the recording.');

export const recordingStop = call({
  name: 'recording.stop',
  summary: 'End a recording',
  description:
    'Completes its file. The program keeps running. A recording made by another process ends before its next line.',
  effect: 'change',
  idempotent: true,
  faces: ['mcp', 'http'],
  input: z.strictObject({ id: idField }),
  output: z.object(recordingOutput),
  examples: [{ does: 'one', input: { id: 'mhz3k9x0abc123' } }],
  handler: async ({ id }, { runtime }) =>
    toldRecording(await (await runtime.recordings()).stop(id), new Date()),
});

export const recordingRemove = call({
  name: 'recording.remove',
  summary: 'Remove a recording and its file',
  description:
    'A recording that is still running is stopped first. If a person chose the path of the file, only the record is removed.',
  effect: 'destroy',
  faces: ['mcp', 'http'],
  input: z.strictObject({ id: idField }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    fileRemoved: z.boolean().describe('Whether its file was removed as well.'),
  }),
  examples: [{ does: 'one', input: { id: 'mhz3k9x0abc123' } }],
  handler: async ({ id }, { runtime }) => {
    const [recordings, store] = await Promise.all([runtime.recordings(), runtime.store()]);
    const record = await recordings.stop(id);
    const fileRemoved = await removeFile(store, record);
    await store.recordings.remove(id);
    return { id, path: record.path, fileRemoved };
  },
});
