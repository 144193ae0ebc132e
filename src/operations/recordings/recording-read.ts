import { z } from 'zod';
import { openRegularFile } from '../../model/index.js';
import { maxBytesField } from '../fields.js';
import { call } from '../operation.js';
import { findRecording } from './find-recording.js';
import { recordingField } from './recording-fields.js';
import { recordingSize } from './recording-files.js';

export const recordingRead = call({
  name: 'recording.read',
  summary: 'Read a recording in pieces',
  description:
    'Whole lines of asciicast starting at an offset: a header, then one event per line; a line longer than the requested size is returned whole. Continue with nextOffset until done is true; a running recording is done when it has ended and everything was read.',
  effect: 'read',
  faces: ['mcp', 'http'],
  input: z.strictObject({
    id: recordingField,
    offset: z
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .default(0)
      .describe('Start offset in bytes: 0, or nextOffset of an earlier result.'),
    maxBytes: maxBytesField,
  }),
  output: z.object({
    id: z.string(),
    data: z.string().describe('Lines of asciicast.'),
    nextOffset: z.number(),
    size: z.number().describe('Current size of the file in bytes.'),
    done: z.boolean().describe('Whether the recording is complete and fully read.'),
  }),
  examples: [
    { does: 'from the start', input: { id: 'mhz3k9x0abc123' } },
    { does: 'continue', input: { id: 'mhz3k9x0abc123', offset: 65_400 } },
  ],
  handler: async ({ id, offset, maxBytes }, { runtime }) => {
    const record = await findRecording(runtime, id);
    const size = await recordingSize(record);
    const lines = await wholeLines(record.path, offset, maxBytes);
    const nextOffset = offset + lines.length;
    const isOver = record.state === 'stopped' && (nextOffset >= size || lines.length === 0);
    return { id: record.id, data: lines.toString(), nextOffset, size, done: isOver };
  },
});

/** From an offset to the end of a line: a line that is just being written is left for the next time. */
async function wholeLines(path: string, offset: number, maxBytes: number): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    let read = Buffer.alloc(0);
    for (let want = maxBytes; ; want *= 2) {
      const buffer = Buffer.alloc(want);
      const { bytesRead } = await file.read(buffer, 0, want, offset);
      read = buffer.subarray(0, bytesRead);
      const end = read.lastIndexOf(NEWLINE);
      if (end >= 0) return read.subarray(0, end + 1);
      if (bytesRead < want) return Buffer.alloc(0);
    }
  } finally {
    await file.close();
  }
}

const NEWLINE = 0x0a;
