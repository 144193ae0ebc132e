import type { Kysely, Selectable } from 'kysely';
import type { JournalWriter } from './journal-writer.js';
import type { NewRecording, RecordingEnding, RecordingFilter, RecordingRecord } from './recording-record.js';
import type { RecordingsTable, Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';
import { transact } from './transact.js';

/** The table `recordings`. */
export class RecordingRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #journal: JournalWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock, journal: JournalWriter) {
    this.#db = db;
    this.#clock = clock;
    this.#journal = journal;
  }

  /** Adds a recording, and tells of it where it goes on. */
  async insert(recording: NewRecording, ending?: RecordingEnding): Promise<void> {
    const row: Row = {
      ...newRow(recording),
      ...(ending && endRow(ending)),
      stopped_at: ending ? timeText(this.#clock()) : null,
    };
    await transact(this.#db, async (db) => {
      await db.insertInto('recordings').values(row).execute();
      if (row.state === 'recording') await this.#tell(db, row);
    });
  }

  async get(id: string): Promise<RecordingRecord | undefined> {
    const row = await this.#db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toRecord(row);
  }

  /** The files of all recordings. */
  async paths(): Promise<string[]> {
    const rows = await this.#db.selectFrom('recordings').select('path').distinct().execute();
    return rows.map(({ path }) => path);
  }

  /** Recordings that fit everything that is given, the newest first. */
  async list(filter: RecordingFilter = {}): Promise<RecordingRecord[]> {
    let query = this.#db.selectFrom('recordings').selectAll().orderBy('started_at', 'desc').orderBy('id');
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.runId !== undefined) query = query.where('run_id', '=', filter.runId);
    if (filter.host !== undefined) query = query.where('host', '=', filter.host);
    return (await query.execute()).map(toRecord);
  }

  /** Takes a recording that goes on from one owner to another; whether that was still the owner is the answer. */
  claim(id: string, from: string | undefined, to: string): Promise<boolean> {
    return this.#own(this.#db, id, from, to);
  }

  /** Lets go of a recording, and tells of it, so that a server can go on with it. */
  release(id: string, from: string): Promise<boolean> {
    return transact(this.#db, async (db) => {
      if (!(await this.#own(db, id, from, null))) return false;
      await this.#journal.append(db, { type: 'recording_released', data: { recording: id } });
      return true;
    });
  }

  /** How far one that goes on has come. */
  async advance(id: string, progress: Pick<RecordingEnding, 'bytes' | 'durationMs'>): Promise<void> {
    const { bytes, durationMs } = progress;
    await this.#db
      .updateTable('recordings')
      .set({ bytes, duration_ms: Math.round(durationMs) })
      .where('id', '=', id)
      .execute();
  }

  /** Ends one, and tells of it; whether it was this call that did is the answer. */
  async finish(id: string, ending: RecordingEnding): Promise<boolean> {
    return transact(this.#db, async (db) => {
      const row = await db
        .updateTable('recordings')
        .set({ ...endRow(ending), state: 'stopped', owner: null, stopped_at: timeText(this.#clock()) })
        .where('id', '=', id)
        .where('state', '=', 'recording')
        .returningAll()
        .executeTakeFirst();
      if (row) await this.#tell(db, row);
      return row !== undefined;
    });
  }

  /** Forgets one; whether there was one is the answer. */
  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('recordings')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Lets go of a recording that could not be gone on with: nobody is told. */
  giveBack(id: string, from: string): Promise<boolean> {
    return this.#own(this.#db, id, from, null);
  }

  async #own(
    db: Kysely<Tables>,
    id: string,
    from: string | undefined,
    owner: string | null,
  ): Promise<boolean> {
    const query = db
      .updateTable('recordings')
      .set({ owner })
      .where('id', '=', id)
      .where('state', '=', 'recording');
    const owned = from === undefined ? query.where('owner', 'is', null) : query.where('owner', '=', from);
    return (await owned.executeTakeFirst()).numUpdatedRows > 0n;
  }

  async #tell(db: Kysely<Tables>, row: Row): Promise<void> {
    const { id, host, pane_id: paneId, run_id: run, title, end_reason: reason, exit_code: code } = row;
    const isOver = row.state === 'stopped';
    await this.#journal.append(db, {
      type: isOver ? 'recording_stopped' : 'recording_started',
      host,
      target: run ?? row.target,
      paneId,
      data: {
        recording: id,
        ...(run !== null && { run }),
        ...(title !== null && { title }),
        ...(isOver && { reason, durationMs: row.duration_ms, bytes: row.bytes }),
        ...(code !== null && { exitCode: code }),
      },
    });
  }
}

type Row = Selectable<RecordingsTable>;

function newRow(recording: NewRecording): Row {
  return {
    id: recording.id,
    host: recording.host,
    server: recording.server ?? null,
    pane_id: recording.paneId ?? null,
    run_id: recording.runId ?? null,
    target: recording.target,
    title: recording.title ?? null,
    source: recording.source,
    format: recording.format,
    input: recording.input ? 1 : 0,
    path: recording.path,
    width: recording.width,
    height: recording.height,
    state: recording.state,
    owner: recording.owner ?? null,
    started_at: timeText(recording.startedAt),
    stopped_at: null,
    end_reason: null,
    exit_code: null,
    bytes: 0,
    duration_ms: 0,
  };
}

function endRow(ending: RecordingEnding): Pick<Row, 'end_reason' | 'exit_code' | 'bytes' | 'duration_ms'> {
  const { endReason: end_reason, exitCode, bytes, durationMs } = ending;
  return { end_reason, exit_code: exitCode ?? null, bytes, duration_ms: Math.round(durationMs) };
}

function toRecord(row: Row): RecordingRecord {
  return {
    id: row.id,
    host: row.host,
    server: row.server ?? undefined,
    paneId: row.pane_id ?? undefined,
    runId: row.run_id ?? undefined,
    target: row.target,
    title: row.title ?? undefined,
    source: row.source as RecordingRecord['source'],
    format: row.format as RecordingRecord['format'],
    input: row.input === 1,
    path: row.path,
    width: row.width,
    height: row.height,
    state: row.state as RecordingRecord['state'],
    owner: row.owner ?? undefined,
    startedAt: new Date(row.started_at),
    stoppedAt: row.stopped_at === null ? undefined : new Date(row.stopped_at),
    endReason: (row.end_reason ?? undefined) as RecordingRecord['endReason'],
    exitCode: row.exit_code ?? undefined,
    bytes: row.bytes,
    durationMs: row.duration_ms,
  };
}
