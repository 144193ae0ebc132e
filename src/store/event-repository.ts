import type { Kysely, Selectable } from 'kysely';
import type { JournalData, JournalMark } from './journal-event.js';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import { about, runMarks } from './run-journal-events.js';
import { GOES_ON, newsOf, type StoredStatus, type ToldStatus } from './run-news.js';
import { runNotFound } from './run-repository.js';
import { scrubbedValue } from './scrub-store.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/** Something that happened to a run. */
export interface RunEvent {
  /** Greater than that of every event before, of all runs. */
  readonly id: number;
  readonly runId: string;
  readonly at: Date;
  readonly type: RunEventType;
  readonly data: RunEventData;
}

/** `prompt` has the prompt as `text` in its data, which metrics count. */
export type RunEventType = 'prompt' | 'status' | 'exit' | 'fault' | (string & {});

/** What JSON can carry. Redacted by whoever appends it: the store keeps it as it is. */
export type RunEventData = Readonly<Record<string, unknown>>;

export interface EventsSinceOptions {
  /** Only events of this run. */
  readonly runId?: string | undefined;
  /**
   * Events that one call gives at most.
   * @default 100
   */
  readonly limit?: number | undefined;
}

/** The table `run_events`. An event goes when its run goes. */
export class EventRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #journal: JournalWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock, journal: JournalWriter) {
    this.#db = db;
    this.#clock = clock;
    this.#journal = journal;
  }

  /**
   * Adds an event. Fails with `RUN_NOT_FOUND`.
   *
   * @example
   * await store.events.append(run.id, 'prompt', { text: 'Continue? [y/N]' });
   */
  async append(runId: string, type: RunEventType, data: RunEventData = {}): Promise<RunEvent> {
    const at = this.#clock();
    const row = { run_id: runId, at: timeText(at), type, data: JSON.stringify(data) };
    const id = await this.#db.transaction().execute(async (db) => {
      if (type === 'prompt') return insertPrompt(db, row);
      const inserted = await insertEvent(db, row);
      if (type === 'fault' || type === 'gap') await this.#tellFault(db, runId, { kind: type, ...data });
      return inserted;
    });
    return { id, runId, at, type, data };
  }

  /**
   * Writes down that a run waits for input, or that it goes on. Several processes may watch it, and see the same: the
   * first one writes it down. Whether it was this call is the answer.
   *
   * @param answers those that had been given before it was looked; what was seen before an answer that others know of
   * is over
   *
   * @example
   * await store.events.status(run.id, { state: 'waiting-for-input', prompt: 'Continue? [y/N]', … }, 0);
   */
  status(runId: string, status: StoredStatus, answers: number): Promise<boolean> {
    return this.#onStatus(runId, async (db, run, told) => {
      const news = newsOf(told, status, answers, this.#clock());
      if (!news) return false;
      const isNew = news.length > 0;
      if (!isNew && (!told || answers === told.answers)) return false;
      const mark = isNew ? markOf(status) : told?.data;
      await this.#journal.setMark(db, runMarks(runId)[0], { ...mark, answers }, isNew);
      for (const one of news) await this.#tellStatus(db, run, one);
      return isNew;
    });
  }

  /**
   * Writes down that an answer is about to be sent, so that a run that waited goes on. Whether that is news is the answer.
   *
   * @param answers with this one
   */
  answered(runId: string, answers: number): Promise<boolean> {
    return this.#onStatus(runId, async (db, run, told) => {
      if (told && answers <= told.answers) return false;
      await this.#journal.setMark(db, runMarks(runId)[0], { ...markOf(GOES_ON), answers }, true);
      if (told?.state !== 'waiting-for-input') return false;
      await this.#tellStatus(db, run, GOES_ON);
      return true;
    });
  }

  /** It could not be sent: what is seen without it counts again. */
  async takeBack(runId: string, answers: number): Promise<void> {
    await this.#onStatus(runId, async (db, _run, told) => {
      if (told?.answers !== answers || told.state !== 'running') return false;
      await this.#journal.setMark(db, runMarks(runId)[0], { ...told.data, answers: answers - 1 }, false);
      return false;
    });
  }

  /** Looks what was told last, and changes it, before anybody else does. A run that has ended does nothing any more. */
  #onStatus(
    runId: string,
    change: (db: Kysely<Tables>, run: RunRow, told: KnownStatus | undefined) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const run = await runOf(db, runId);
      if (run.finished_at !== null) return false;
      const mark = await this.#journal.mark(db, runMarks(runId)[0]);
      return change(db, run, mark && knownStatus(mark));
    });
  }

  async #tellStatus(db: Kysely<Tables>, run: RunRow, status: StoredStatus): Promise<void> {
    const { state, prompt, question, fingerprint, kind, idle, source, confidence } = status;
    await this.#journal.append(db, { type: 'run_status', ...about(run), data: markOf(status) });
    if (state !== 'waiting-for-input') return;
    const data = { prompt, question, fingerprint, kind, idle, source, confidence };
    await this.#journal.append(db, { type: 'run_prompt', ...about(run), data });
    const text = JSON.stringify({ text: prompt, question, fingerprint, source, confidence });
    await insertPrompt(db, { run_id: run.id, at: timeText(this.#clock()), type: 'prompt', data: text });
  }

  async #tellFault(db: Kysely<Tables>, runId: string, data: RunEventData): Promise<void> {
    const [, key] = runMarks(runId);
    const event = { type: 'run_fault', ...about(await runOf(db, runId)), data };
    await this.#journal.appendChange(db, { key, value: JSON.stringify(data) }, [event]);
  }

  /** Masks secrets in the events of a run; how many were changed is the answer. */
  async scrub(runId: string, secrets: readonly string[]): Promise<number> {
    const query = this.#db.selectFrom('run_events').select(['id', 'data']).where('run_id', '=', runId);
    let changed = 0;
    for (const { id, data } of await query.execute()) {
      const scrubbed = scrubbedValue(data, secrets);
      if (scrubbed === data) continue;
      await this.#db.updateTable('run_events').set({ data: scrubbed }).where('id', '=', id).execute();
      changed++;
    }
    await this.#scrubJournal(runId, secrets);
    return changed;
  }

  /** The same events stand there, too. */
  async #scrubJournal(runId: string, secrets: readonly string[]): Promise<void> {
    const query = this.#db.selectFrom('journal').select(['id', 'data']).where('target', '=', runId);
    for (const { id, data } of await query.execute()) {
      const scrubbed = scrubbedValue(data, secrets);
      if (scrubbed === data) continue;
      await this.#db.updateTable('journal').set({ data: scrubbed }).where('id', '=', id).execute();
    }
  }

  /**
   * The events after `id` (0: from the beginning), oldest first.
   *
   * @example
   * for (const event of await store.events.since(lastId, { runId: run.id })) lastId = event.id;
   */
  async since(id: number, options: EventsSinceOptions = {}): Promise<RunEvent[]> {
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    let query = this.#db.selectFrom('run_events').selectAll().where('id', '>', id).orderBy('id').limit(limit);
    if (options.runId !== undefined) query = query.where('run_id', '=', options.runId);
    return (await query.execute()).map(toRunEvent);
  }
}

type EventRow = Selectable<Tables['run_events']>;
type RunRow = Pick<Selectable<Tables['automation_runs']>, 'id' | 'host' | 'pane_id' | 'finished_at'>;

interface KnownStatus extends ToldStatus {
  readonly data: JournalData;
}

function knownStatus({ data, since }: JournalMark): KnownStatus {
  const { state, prompt, idle, answers } = data;
  return {
    state: state === 'waiting-for-input' ? state : 'running',
    prompt: typeof prompt === 'string' ? prompt : undefined,
    idle: idle === true,
    answers: typeof answers === 'number' ? answers : 0,
    since,
    data,
  };
}

function markOf({ state, prompt, kind, idle, source, confidence }: StoredStatus): JournalData {
  return { state, ...(state === 'waiting-for-input' && { prompt, kind, idle }), source, confidence };
}

async function runOf(db: Kysely<Tables>, id: string): Promise<RunRow> {
  const columns = ['id', 'host', 'pane_id', 'finished_at'] as const;
  const row = await db.selectFrom('automation_runs').select(columns).where('id', '=', id).executeTakeFirst();
  if (!row) throw runNotFound(id);
  return row;
}

async function insertPrompt(db: Kysely<Tables>, row: Omit<EventRow, 'id'>): Promise<number> {
  const id = await insertEvent(db, row);
  await db
    .updateTable('automation_runs')
    .set(({ eb }) => ({ prompts: eb('prompts', '+', 1) }))
    .where('id', '=', row.run_id)
    .execute();
  return id;
}

async function insertEvent(db: Kysely<Tables>, row: Omit<EventRow, 'id'>): Promise<number> {
  // Taken from the run's row, so that there is nothing to insert where the run is gone.
  const inserted = await db
    .insertInto('run_events')
    .columns(['run_id', 'at', 'type', 'data'])
    .expression(
      db
        .selectFrom('automation_runs')
        .select(({ val }) => ['id', val(row.at).as('at'), val(row.type).as('type'), val(row.data).as('data')])
        .where('id', '=', row.run_id),
    )
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw runNotFound(row.run_id);
  return inserted.id;
}

function toRunEvent(row: EventRow): RunEvent {
  return { id: row.id, runId: row.run_id, at: new Date(row.at), type: row.type, data: JSON.parse(row.data) };
}
