import { isMuxError } from '../model/index.js';
import { type RunFiles, readLog } from '../recorder/index.js';
import {
  type HarvestedLine,
  type HarvestResult,
  harvestFrom,
  oldestCursor,
  type Run,
} from '../runs/index.js';
import type { WorkerRecord } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { findWorker } from './find-worker.js';
import { hideLearned } from './learned-secrets.js';
import type { WorkerServices } from './worker-services.js';

export interface LogsOptions {
  /** Where in the log to begin: a cursor of an earlier call, of the same run. */
  readonly cursor?: number;
  /** Begin with so many of the last lines. */
  readonly tail?: number;
  /** Go on with what is printed, to the end of the program. */
  readonly follow?: boolean;
  /**
   * The line as it was printed, or without escape sequences and with progress bars in their last state.
   * @default 'plain'
   */
  readonly form?: 'raw' | 'plain';
  /**
   * Most bytes of the log for one piece; without `follow`.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /** The run whose log is meant: the present, or last, one without it. */
  readonly run?: string;
  readonly signal?: AbortSignal;
}

/** Some lines of a worker's log. */
export interface WorkerLines {
  readonly run: string;
  readonly lines: readonly HarvestedLine[];
  /** Where to go on from. */
  readonly cursor: number;
  /** Whether more is there already; what is followed comes by itself. */
  readonly hasMore: boolean;
  /** Why output is missing from the log, where it is. */
  readonly fault?: string;
  /** How many bytes before these lines were removed by rotation before they could be read. */
  readonly missingBytes?: number;
}

/** The lines of a worker's log, and with `follow` what comes, until its program ends. */
export async function* workerLogs(
  services: WorkerServices,
  name: string,
  options: LogsOptions = {},
): AsyncGenerator<WorkerLines, void, undefined> {
  const { form = 'plain', follow = false, tail, maxBytes, signal } = options;
  const { worker, record } = await findWorker(services, name);
  const runId = options.run ?? worker.runId;
  if (runId === undefined) return;
  const tmux = await services.tmux(record.host);
  const run = await (await services.runs()).get(runId, { host: tmux });
  await hideLearned(services, record, run);
  if (!follow) await run.wholeLog(signal && { signal });
  const cursor = options.cursor ?? (tail === undefined ? undefined : await tailCursor(tmux, run, tail));
  const reading = { form, ...(maxBytes !== undefined && { maxBytes }), ...(signal && { signal }) };
  if (!follow) return yield* slices(run, cursor ?? 0, reading);
  const events = run.events({ form, ...(cursor !== undefined && { cursor }), ...(signal && { signal }) });
  let read = cursor ?? 0;
  for await (const event of events) {
    if (event.type === 'fault')
      yield { run: runId, lines: [], cursor: read, hasMore: false, fault: event.reason };
    if (event.type !== 'output') continue;
    const lines = await withoutLearned(services, record, run, event.lines);
    read = event.cursor;
    yield { run: runId, lines, cursor: read, hasMore: false, ...missing(event) };
  }
}

/** Somebody may have sent it a secret since the log was opened. */
async function withoutLearned(
  services: WorkerServices,
  { name, recipe }: WorkerRecord,
  run: Run,
  lines: readonly HarvestedLine[],
): Promise<readonly HarvestedLine[]> {
  const now = await services.store.workers.get(name);
  if (!now || now.recipe === recipe) return lines;
  await hideLearned(services, now, run);
  return lines.map(({ time, text }) => ({ time, text: run.redact(text) }));
}

async function* slices(
  run: Run,
  start: number,
  options: { readonly form: 'raw' | 'plain'; readonly maxBytes?: number; readonly signal?: AbortSignal },
): AsyncGenerator<WorkerLines, void, undefined> {
  let from = start;
  for (let more = true; more; ) {
    const harvest = (at: number): Promise<HarvestResult> => run.harvest(at, options);
    const slice = await (start === 0 ? harvestFrom(harvest, from) : harvest(from));
    const { cursor, entries: lines, hasMore, fault } = slice;
    more = hasMore && cursor > from;
    if (lines.length > 0 || (fault !== undefined && !more)) {
      const trouble = { ...(fault !== undefined && { fault }), ...missing(slice) };
      yield { run: run.id, lines, cursor, hasMore: more, ...trouble };
    }
    from = cursor;
  }
}

function missing({ missingBytes }: { readonly missingBytes?: number }): { readonly missingBytes?: number } {
  return missingBytes === undefined ? {} : { missingBytes };
}

/** So much of the log is looked at, from its end, and ever more, for the lines that were asked for. */
const TAIL_BYTES = 64 * 1024;

/** Where the last lines of a log begin. */
async function tailCursor(tmux: Tmux, run: Run, lines: number): Promise<number> {
  const files = { folder: run.logPath.replace(/\/[^/]*$/, ''), id: run.id };
  const { oldest, size } = await extent(tmux, files);
  for (let bytes = TAIL_BYTES; ; bytes *= 4) {
    const start = Math.max(oldest, size - bytes);
    const entries = await entriesFrom(tmux, files, start);
    if (entries.length > lines) return entries.at(-lines - 1)?.end ?? start;
    if (start === oldest) return oldest;
  }
}

async function entriesFrom(tmux: Tmux, files: RunFiles, start: number): Promise<{ readonly end: number }[]> {
  const ends: { end: number }[] = [];
  let cursor = start;
  for (let more = true; more; ) {
    const slice = await readLog(tmux.host, files, { cursor });
    ends.push(...slice.entries.map(({ end }) => ({ end })));
    more = slice.hasMore && slice.cursor > cursor;
    cursor = slice.cursor;
  }
  return ends;
}

async function extent(tmux: Tmux, files: RunFiles): Promise<{ oldest: number; size: number }> {
  try {
    return { oldest: 0, size: (await readLog(tmux.host, files, { cursor: 0, maxBytes: 1 })).size };
  } catch (error) {
    // A log that is not there, or not yet, has no end to begin from.
    if (isMuxError(error, 'LOG_UNAVAILABLE')) return { oldest: 0, size: 0 };
    const oldest = oldestCursor(error);
    return { oldest, size: (await readLog(tmux.host, files, { cursor: oldest, maxBytes: 1 })).size };
  }
}
