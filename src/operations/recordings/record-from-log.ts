import { join } from 'node:path';
import { callOf, commandTitle, MuxError, phrase } from '../../model/index.js';
import { type CastEvent, CastWriter } from '../../recorder/index.js';
import { type HarvestedLine, type HarvestResult, harvestFrom, type Run } from '../../runs/index.js';
import type { NewRecording, RecordingRecord } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { openRun } from '../runs/open-run.js';
import { recordingsFolder } from './recording-files.js';

/**
 * Makes a recording out of the log of a run that has ended, for players. It is coarser than one that was made live:
 * lines appear whole, at whole seconds, in a terminal of the usual size. A second call finds the first one's.
 */
export function recordFromLog(runtime: BaseRuntime, runId: string): Promise<RecordingRecord> {
  const going = underWay.get(runtime) ?? new Map<string, Promise<RecordingRecord>>();
  underWay.set(runtime, going);
  const made = going.get(runId) ?? makeFromLog(runtime, runId).finally(() => going.delete(runId));
  going.set(runId, made);
  return made;
}

/** Who asks while one is being made gets that one. */
const underWay = new WeakMap<BaseRuntime, Map<string, Promise<RecordingRecord>>>();

async function makeFromLog(runtime: BaseRuntime, runId: string): Promise<RecordingRecord> {
  const [{ run, host, record }, store] = await Promise.all([openRun(runtime, runId), runtime.store()]);
  const status = await run.status();
  if (status.state !== 'finished') {
    throw new MuxError('RECORDING_NOT_FOUND', `Run ${runId} is still running and has no recording.`, {
      suggestion: phrase`${callOf('recording.start', { target: runId })} starts recording now; its log can be played after it has ended.`,
      details: { run: runId },
    });
  }
  const redactor = await runtime.redactor();
  const startedAt = record?.startedAt ?? new Date(0);
  // Always the same, so that two who ask at once make one.
  const id = `log-${runId}`;
  const made = {
    id,
    host,
    server: undefined,
    paneId: undefined,
    runId,
    target: runId,
    title: record && commandTitle(record.command),
    source: 'log',
    format: 'v2',
    input: false,
    path: join(await recordingsFolder(store), `${id}-${process.pid}-${Date.now().toString(36)}.cast`),
    ...SIZE,
    state: 'stopped',
    owner: undefined,
    startedAt,
  } as const satisfies NewRecording;
  const timestamp = Math.floor(startedAt.getTime() / 1000);
  await using writer = await CastWriter.create(made.path, { ...made, timestamp });
  let at = 0;
  for await (const { time, text } of linesOf(run)) {
    const seconds = (Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) - timestamp * 1000) / 1000;
    if (Number.isFinite(seconds)) at = Math.max(at, seconds);
    await writer.append([{ at, type: 'output', data: `${redactor.line(text)}\r\n` }]);
  }
  const finishedAt = record?.finishedAt ? (record.finishedAt.getTime() - timestamp * 1000) / 1000 : at;
  const exit: CastEvent = { at: Math.max(at, finishedAt), type: 'exit', code: status.code };
  await writer.append([exit]);
  const ending = {
    endReason: 'exited',
    exitCode: status.code,
    bytes: writer.bytes,
    durationMs: exit.at * 1000,
  } as const;
  await store.recordings.insert(made, ending).catch(async (error: unknown) => {
    if (!(await store.recordings.get(id))) throw error;
  });
  return (await store.recordings.get(id)) ?? { ...made, ...ending, stoppedAt: startedAt };
}

/** What tmux gives a session that nobody is attached to. */
const SIZE = { width: 80, height: 24 };

async function* linesOf(run: Run): AsyncGenerator<HarvestedLine, void, undefined> {
  let cursor = 0;
  for (;;) {
    const slice: HarvestResult = await harvestFrom((from) => run.harvest(from, { form: 'raw' }), cursor);
    yield* slice.entries;
    if (!slice.hasMore || slice.snapshot || slice.cursor <= cursor) return;
    cursor = slice.cursor;
  }
}
