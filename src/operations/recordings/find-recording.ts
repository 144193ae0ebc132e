import { isMuxError } from '../../model/index.js';
import type { RecordingRecord } from '../../store/index.js';
import type { Runtime } from '../runtime.js';
import { recordFromLog } from './record-from-log.js';

/** A recording by its id, or by the id of a run. Fails with `RECORDING_NOT_FOUND`. */
export async function findRecording(runtime: Runtime, id: string): Promise<RecordingRecord> {
  const [store, recordings] = await Promise.all([runtime.store(), runtime.recordings()]);
  try {
    return await recordings.get(id);
  } catch (error) {
    if (!isMuxError(error, 'RECORDING_NOT_FOUND')) throw error;
    const [ofRun] = await store.recordings.list({ runId: id });
    if (ofRun) return ofRun;
    if (await store.runs.get(id)) return recordFromLog(runtime, id);
    throw error;
  }
}
