import type { Kysely, Selectable } from 'kysely';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import { about, runMarks } from './run-journal-events.js';
import { runNotFound } from './run-repository.js';
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

/** What a run does, as far as others have to know. */
export interface StoredStatus {
  readonly state: 'running' | 'waiting-for-input';
  readonly prompt?: string | undefined;
  readonly kind?: string | undefined;
  readonly source: string;
  readonly confidence: string;
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
   * @example
   * await store.events.status(run.id, { state: 'waiting-for-input', prompt: 'Continue? [y/N]' });
   */
  async status(runId: string, status: StoredStatus): Promise<boolean> {
    const { state, prompt, kind, source, confidence } = status;
    const waits = state === 'waiting-for-input';
    const [key] = runMarks(runId);
    const value = JSON.stringify({ state, ...(waits && { prompt }) });
    return this.#db.transaction().execute(async (db) => {
      const run = await runOf(db, runId);
      if (run.finished_at !== null) return false;
      const data = { state, ...(waits && { prompt, kind }), source, confidence };
      const told = await this.#journal.appendChange(db, { key, value, data, isNews: waits }, [
        { type: 'run_status', ...about(run), data },
        ...(waits ? [{ type: 'run_prompt', ...about(run), data: { prompt, kind, source, confidence } }] : []),
      ]);
      if (told && waits) {
        const text = JSON.stringify({ text: prompt, source, confidence });
        await insertPrompt(db, { run_id: runId, at: timeText(this.#clock()), type: 'prompt', data: text });
      }
      return told;
    });
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
      const scrubbed = scrubbedText(data, secrets);
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
      const scrubbed = scrubbedText(data, secrets);
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

/** In the text of JSON a secret stands as JSON writes it. */
function scrubbedText(data: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '****'), data);
}

async function runOf(
  db: Kysely<Tables>,
  id: string,
): Promise<Pick<Selectable<Tables['automation_runs']>, 'id' | 'host' | 'pane_id' | 'finished_at'>> {
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
