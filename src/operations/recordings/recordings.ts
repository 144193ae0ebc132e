import { join } from 'node:path';
import { callOf, type ErrorCode, isMuxError, MuxError, phrase, shownText } from '../../model/index.js';
import { type CastFormat, CastWriter, castHeader } from '../../recorder/index.js';
import {
  type EndedRecording,
  followRun,
  newRunId,
  PaneRecording,
  type PaneRules,
  RecordedOutput,
  recordInput,
  refreshSecrets,
} from '../../runs/index.js';
import type { NewRecording, RecordingRecord, Store } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { type OpenPane, openPane } from '../panes/open-pane.js';
import { closeLost } from './close-lost.js';
import { lostRecordings } from './lost-recordings.js';
import { isHere, recordingsFolder } from './recording-files.js';
import { mayStillWrite, newOwner } from './recording-owner.js';

export interface RecordingStart {
  readonly target: string;
  readonly host?: string | undefined;
  /** @default 'v2' */
  readonly format?: CastFormat | undefined;
  /** @default false */
  readonly input?: boolean | undefined;
  readonly title?: string | undefined;
  /** The file; one in the folder for recordings without it. */
  readonly path?: string | undefined;
}

/**
 * Records panes into files, as long as this process lives; what it leaves, the next one goes on with.
 *
 * @example
 * const recordings = await runtime.recordings();
 * const { id, path } = await recordings.start({ target: 'api' });
 */
export class Recordings implements AsyncDisposable {
  readonly #runtime: BaseRuntime;
  readonly #store: Store;
  readonly #clock: () => Date;
  readonly #owner = newOwner();
  readonly #active = new Map<string, ActiveRecording>();

  constructor(runtime: BaseRuntime, store: Store, clock: () => Date = () => new Date()) {
    this.#runtime = runtime;
    this.#store = store;
    this.#clock = clock;
  }

  /** Begins to record a pane; resolves when nothing of it is missed any more. */
  async start({ target, host, ...options }: RecordingStart): Promise<RecordingRecord> {
    const open = await openPane(this.#runtime, target, host);
    return this.#begin(open, target, options);
  }

  /** What this process records, by the id; `undefined` for what another one does, or nobody. */
  active(id: string): ActiveRecording | undefined {
    return this.#active.get(id);
  }

  /** A recording by its id. Fails with `RECORDING_NOT_FOUND`. */
  async get(id: string): Promise<RecordingRecord> {
    const record = await this.#store.recordings.get(id);
    if (record) return record;
    throw new MuxError('RECORDING_NOT_FOUND', `There is no recording '${shownText(id)}'.`, {
      suggestion: phrase`${callOf('recording.list')} lists the recordings.`,
      details: { id: shownText(id) },
    });
  }

  /** Ends a recording; one that has ended stays as it is. */
  async stop(id: string): Promise<RecordingRecord> {
    const active = this.#active.get(id);
    if (active) {
      await active.stop();
    } else {
      const record = await this.get(id);
      // Who writes it in another process sees that before the next line.
      const { bytes, durationMs } = record;
      await this.#store.recordings.finish(id, { endReason: 'stopped', bytes, durationMs });
    }
    return this.get(id);
  }

  /** Goes on with recordings whose process is gone, each of which one caller gets. What has ended meanwhile is closed. */
  async resume(): Promise<Resumed> {
    const records = await this.#store.recordings.list({ state: 'recording' });
    const results = await Promise.all(records.map((record) => this.#resume(record)));
    const count = (wanted: string): number => results.filter((result) => result === wanted).length;
    return { resumed: count('resumed'), away: count('away') };
  }

  /** Closes recordings that nobody makes any more and whose pane or run is over; what goes on is left to a server. */
  async settle(signal: AbortSignal): Promise<void> {
    for (const record of await lostRecordings(this.#runtime, this.#store, signal)) {
      if (!(await this.#store.recordings.claim(record.id, record.owner, this.#owner))) continue;
      await closeLost(this.#runtime, record);
    }
  }

  async #resume(record: RecordingRecord): Promise<'resumed' | 'away' | undefined> {
    if (this.#active.has(record.id) || !isHere(record) || mayStillWrite(record.owner)) return undefined;
    if (!(await this.#store.recordings.claim(record.id, record.owner, this.#owner))) return undefined;
    try {
      return (await this.#continue(record)) ? 'resumed' : undefined;
    } catch (error) {
      if (isMuxError(error, ...AWAY)) {
        await this.#store.recordings.giveBack(record.id, this.#owner);
        return 'away';
      }
      await closeLost(this.#runtime, record);
      return undefined;
    }
  }

  /** Releases everything, so that the next process can continue. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.values()].map((active) => active.leave()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #begin(
    open: OpenPane,
    target: string,
    { format = 'v2', input = false, title, path }: Omit<RecordingStart, 'target' | 'host'>,
  ): Promise<RecordingRecord> {
    const startedAt = this.#clock();
    const id = newRunId(startedAt);
    const file = path ?? join(await recordingsFolder(this.#store), `${id}.cast`);
    const { tmux, pane, run, host } = open;
    const base = {
      id,
      host,
      server: tmux.server && `${tmux.server.pid}:${tmux.server.startTime}`,
      paneId: pane.id,
      runId: run?.id,
      target: open.redact([target]).join(''),
      title: title === undefined ? undefined : open.redact([title]).join(''),
      source: 'live',
      format,
      input,
      path: file,
      state: 'recording',
      owner: this.#owner,
      startedAt,
    } as const;
    let record: RecordingRecord | undefined;
    const recording = await this.#recording(open, base, async (size) => {
      const made = { ...base, ...size } satisfies NewRecording;
      const writer = await CastWriter.create(file, castHeader(made), await this.#limits());
      await this.#store.recordings.insert(made);
      record = { ...made, ...NOT_ENDED, bytes: writer.bytes };
      return writer;
    });
    await recording.start();
    return await this.#keep(record ?? (await this.get(id)), recording, open);
  }

  /** Whether it goes on. Of a run that has ended there is the last picture, where its pane is there, and the end. */
  async #continue(record: RecordingRecord): Promise<boolean> {
    const open = await openPane(this.#runtime, record.paneId ?? '', record.host);
    const { server } = open.tmux;
    const isSame = record.server === undefined || record.server === `${server?.pid}:${server?.startTime}`;
    if (!isSame || open.run?.id !== record.runId) throw new MuxError('PANE_NOT_FOUND', 'It is another pane.');
    const recording = await this.#recording(
      open,
      record,
      // Nobody knows the last size: the picture says it.
      async () => CastWriter.resume(record.path, castHeader(record), await this.#limits()),
      'Output is missing here: nobody recorded',
    );
    await recording.start();
    await this.#keep({ ...record, owner: this.#owner }, recording, open);
    const status = await open.run?.status().catch(() => undefined);
    if (status?.state !== 'finished') return true;
    await this.#active.get(record.id)?.done;
    return false;
  }

  async #recording(
    open: OpenPane,
    record: Pick<RecordingRecord, 'id' | 'startedAt'>,
    openFile: (size: { readonly width: number; readonly height: number }) => Promise<CastWriter>,
    begin?: string,
  ): Promise<PaneRecording> {
    const rules = await this.#rules(open);
    let isNew = begin === undefined;
    return new PaneRecording({
      pane: open.pane,
      endsWithRun: open.run !== undefined,
      output: new RecordedOutput(rules, begin === undefined ? undefined : NO_SIZE),
      startedAt: record.startedAt.getTime(),
      now: () => this.#clock().getTime(),
      begin,
      openFile,
      refresh: async () => {
        await refreshSecrets(rules, open.pane, this.#store);
        if (isNew) {
          isNew = false;
          return true;
        }
        return (await this.#store.recordings.get(record.id))?.owner === this.#owner;
      },
    });
  }

  async #keep(record: RecordingRecord, recording: PaneRecording, open: OpenPane): Promise<RecordingRecord> {
    const input = record.input ? await this.#recordInput(open, recording) : undefined;
    const endWithRun = open.run && followRun(open.run, recording);
    const done = recording.ended.then(async (ended) => {
      input?.[Symbol.dispose]();
      this.#active.delete(record.id);
      await this.#closed(record.id, ended);
    });
    done.catch(() => {});
    // Of a run that has ended the end is written first.
    const end = async (how: 'stop' | 'release'): Promise<void> => {
      if (!(await endWithRun?.())) await recording[how]();
      await done;
    };
    this.#active.set(record.id, {
      record,
      recording,
      done,
      stop: () => end('stop'),
      leave: () => end('release'),
    });
    return record;
  }

  async #recordInput(open: OpenPane, recording: PaneRecording): Promise<Disposable> {
    const { tmux, pane } = open;
    const rules = await this.#rules(open);
    const refresh = (): Promise<void> => refreshSecrets(rules, pane, this.#store);
    return recordInput({ tmux, paneId: pane.id, rules, refresh }, recording);
  }

  async #rules({ run }: OpenPane): Promise<PaneRules> {
    return { redactor: await this.#runtime.redactor(), run };
  }

  async #closed(id: string, { reason, exitCode, bytes, durationMs }: EndedRecording): Promise<void> {
    const { recordings } = this.#store;
    if (reason !== undefined) await recordings.finish(id, { endReason: reason, exitCode, bytes, durationMs });
    else {
      await recordings.advance(id, { bytes, durationMs });
      await recordings.release(id, this.#owner);
    }
  }

  async #limits(): Promise<{ readonly maxBytes: number }> {
    return { maxBytes: (await this.#runtime.config()).recordings.maxBytes };
  }
}

export interface Resumed {
  /** How many are gone on with. */
  readonly resumed: number;
  /** Of how many the host, or the file, does not answer now, and may do so later. */
  readonly away: number;
}

/** A recording that this process writes. */
export interface ActiveRecording {
  readonly record: RecordingRecord;
  readonly recording: PaneRecording;
  /** Resolves when it has ended, and that is written down. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
  /** Leaves it to the next process. */
  leave(): Promise<void>;
}

const NOT_ENDED = { stoppedAt: undefined, endReason: undefined, exitCode: undefined, durationMs: 0 };
/** Says nothing about the pane. */
const AWAY: readonly ErrorCode[] = [
  'HOST_UNREACHABLE',
  'DOCKER_UNAVAILABLE',
  'KUBECONFIG_INVALID',
  'KUBECONFIG_COMMAND_REFUSED',
  'CLUSTER_UNREACHABLE',
  'CLUSTER_FORBIDDEN',
  'CONNECTION_LOST',
  'HOST_IO_FAILED',
  'PERMISSION_DENIED',
  'TIMEOUT',
  'CLOSED',
];
const NO_SIZE = { width: 0, height: 0 };
