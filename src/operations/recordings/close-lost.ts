import { type CastEvent, CastWriter } from '../../recorder/index.js';
import type { RecordingRecord } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { openRun } from '../runs/open-run.js';

/** Closes a recording whose pane ended when nobody recorded: of a run it is known how. */
export async function closeLost(runtime: BaseRuntime, record: RecordingRecord): Promise<void> {
  const store = await runtime.store();
  const exitCode = await exitOf(runtime, record);
  const endReason = exitCode === undefined ? 'pane-gone' : 'exited';
  let { bytes, durationMs } = record;
  try {
    const { format, width, height } = record;
    await using writer = await CastWriter.resume(record.path, { format, width, height });
    const { at } = writer;
    const last: CastEvent[] = [{ at, type: 'marker', label: 'Output is missing here: nobody recorded' }];
    if (exitCode !== undefined) {
      if (writer.header.format === 'v3') last.push({ at, type: 'marker', label: `exit ${exitCode}` });
      last.push({ at, type: 'exit', code: exitCode });
    }
    await writer.append(last);
    bytes = writer.bytes;
    durationMs = at * 1000;
  } catch {
    // The file is gone, and there is nothing to be closed.
  }
  await store.recordings.finish(record.id, { endReason, exitCode, bytes, durationMs });
}

async function exitOf(runtime: BaseRuntime, { runId, host }: RecordingRecord): Promise<number | undefined> {
  if (runId === undefined) return undefined;
  try {
    const { run } = await openRun(runtime, runId, host);
    const status = await run.status();
    return status.state === 'finished' ? status.code : undefined;
  } catch {
    return undefined;
  }
}
