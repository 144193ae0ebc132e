import type { Readable } from 'node:stream';
import { openRegularFile } from '../../model/index.js';
import type { Runtime } from '../runtime.js';
import { findRecording } from './find-recording.js';
import { recordingSize } from './recording-files.js';

export interface RecordingFile {
  /** For who saves it. */
  readonly name: string;
  readonly size: number;
  readonly stream: Readable;
}

/** The file of a recording, or of a run, up to where it is now. Fails with `RECORDING_NOT_FOUND`. */
export async function openRecordingFile(runtime: Runtime, id: string): Promise<RecordingFile> {
  const record = await findRecording(runtime, id);
  const size = await recordingSize(record);
  // One that goes on has more in a moment: what was promised is what is sent.
  const file = await openRegularFile(record.path);
  const stream = file.createReadStream({ start: 0, end: Math.max(0, size - 1) });
  return { name: `${record.id}.cast`, size, stream };
}
