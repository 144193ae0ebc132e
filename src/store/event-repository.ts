import type { Kysely, Selectable } from 'kysely';
import type { InboxWriter } from './inbox-writer.js';
import type { JournalWriter } from './journal-writer.js';
import {
  fromJournal,
  KEPT_TYPES,
  OWN_TYPE,
  type RunEventData,
  type RunEventType,
  toJournal,
} from './run-event.js';
import { checkLimit } from './run-filter.js';
import { about, faultMark } from './run-journal-events.js';
import { GOES_ON, newsOf, type StoredStatus, type ToldStatus } from './run-news.js';
import { knownQuestion, questionOf } from './run-question.js';
import type { RunQuestion } from './run-record.js';
import { runNotFound } from './run-repository.js';
import { scrubbedValue } from './scrub-store.js';
import { storeDefaults } from './store-defaults.js';
import type { RunsTable, Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

export type { RunEventData, RunEventType } from './run-event.js';

import { transact } from './transact.js';

/** Something that happened to a run. */
export interface RunEvent {
  /** Greater than that of every event before, of all runs. */
  readonly id: number;
  readonly runId: string;
  readonly at: Date;
  readonly type: RunEventType;
  readonly data: RunEventData;
}

export interface EventsSinceOptions {
  /** Only events of this run. */
  readonly runId?: string | undefined;
  /**
   * Events that one call gives at most.
   * @default 100
   */
  readonly limit?: number | undefined;
}

/** What the journal has of runs, and what each of them does now. An event goes when its run goes. */
export class EventRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #journal: JournalWriter;
  readonly #inbox: InboxWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock, journal: JournalWriter, inbox: InboxWriter) {
    this.#db = db;
    this.#clock = clock;
    this.#journal = journal;
    this.#inbox = inbox;
  }

  /**
   * Adds an event. Fails with `RUN_NOT_FOUND`. The same trouble with a recording, which several processes may see, is
   * one event.
   *
   * @example
   * await store.events.append(run.id, 'prompt', { text: 'Continue? [y/N]' });
   */
  async append(runId: string, type: RunEventType, data: RunEventData = {}): Promise<RunEvent> {
    const at = this.#clock();
    const told = toJournal(type, data);
    const id = await transact(this.#db, async (db) => {
      const run = await runOf(db, runId);
      const event = { ...told, ...about(run), at, listed: !told.type.startsWith(OWN_TYPE) };
      if (type === 'prompt') await this.#set(db, run.id, { prompts: run.prompts + 1 });
      if (told.type !== 'run_fault') return (await this.#journal.append(db, event)).id;
      const mark = { key: faultMark(runId), value: JSON.stringify(told.data) };
      await this.#journal.appendChange(db, mark, [event]);
      return lastFault(db, runId);
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
      if (news.length === 0) return this.#same(db, run, status, answers, told);
      await this.#become(db, run, status, answers);
      for (const one of news) await this.#tellStatus(db, run, one);
      await this.#inbox.sync(db, run.host, run.id);
      return true;
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
      await this.#become(db, run, GOES_ON, answers);
      if (told?.state !== 'waiting-for-input') return false;
      await this.#tellStatus(db, run, GOES_ON);
      await this.#inbox.sync(db, run.host, run.id);
      return true;
    });
  }

  /** It could not be sent: what is seen without it counts again. */
  async takeBack(runId: string, answers: number): Promise<void> {
    await this.#onStatus(runId, async (db, run, told) => {
      if (told?.answers === answers && told.state === 'running')
        await this.#set(db, run.id, { answers: answers - 1 });
      return false;
    });
  }

  /** Looks what was told last, and changes it, before anybody else does. A run that has ended does nothing any more. */
  #onStatus(
    runId: string,
    change: (db: Kysely<Tables>, run: RunRow, told: ToldStatus | undefined) => Promise<boolean>,
  ): Promise<boolean> {
    return transact(this.#db, async (db) => {
      const run = await runOf(db, runId);
      return run.finished_at === null && change(db, run, toldOf(run));
    });
  }

  #become(db: Kysely<Tables>, run: RunRow, status: StoredStatus, answers: number): Promise<void> {
    const waits = status.state === 'waiting-for-input';
    return this.#set(db, run.id, {
      asks: waits ? JSON.stringify(questionOf(status)) : null,
      status_since: timeText(this.#clock()),
      answers,
      ...(waits && { prompts: run.prompts + 1 }),
    });
  }

  /** It does what it did. Where the same question looks otherwise now, an answer has to name it as it looks now. */
  async #same(
    db: Kysely<Tables>,
    run: RunRow,
    status: StoredStatus,
    answers: number,
    told: ToldStatus | undefined,
  ): Promise<false> {
    if (!told) return false;
    const known = knownQuestion(run.asks);
    const asks =
      known && status.fingerprint !== undefined ? { ...known, ...questionOf(status), ...said(known) } : known;
    const text = asks ? JSON.stringify(asks) : null;
    if (answers === told.answers && text === run.asks) return false;
    await this.#set(db, run.id, { answers, asks: text });
    if (text !== run.asks) await this.#inbox.sync(db, run.host, run.id);
    return false;
  }

  async #set(db: Kysely<Tables>, id: string, row: Partial<RunsTable>): Promise<void> {
    await db.updateTable('automation_runs').set(row).where('id', '=', id).execute();
  }

  async #tellStatus(db: Kysely<Tables>, run: RunRow, status: StoredStatus): Promise<void> {
    const { state, prompt, kind, idle, source, confidence } = status;
    const waits = state === 'waiting-for-input';
    const data = { state, ...(waits && { prompt, kind, idle }), source, confidence };
    await this.#journal.append(db, { type: 'run_status', ...about(run), data });
    if (waits)
      await this.#journal.append(db, { type: 'run_prompt', ...about(run), data: { ...questionOf(status) } });
  }

  /** Masks secrets in what is kept of a run's events and its question; how many events were changed is the answer. */
  async scrub(runId: string, secrets: readonly string[]): Promise<number> {
    return transact(this.#db, async (db) => {
      const run = db.selectFrom('automation_runs').select('asks').where('id', '=', runId);
      const asks = (await run.forUpdate().executeTakeFirst())?.asks;
      if (asks) await this.#set(db, runId, { asks: scrubbedValue(asks, secrets) });
      const query = db.selectFrom('journal').select(['id', 'type', 'data']).where('target', '=', runId);
      let changed = 0;
      for (const { id, type, data } of await query.execute()) {
        const scrubbed = scrubbedValue(data, secrets);
        if (scrubbed === data) continue;
        await db.updateTable('journal').set({ data: scrubbed }).where('id', '=', id).execute();
        if (isKept(type)) changed++;
      }
      return changed;
    });
  }

  /**
   * The events after `id` (0: from the beginning), oldest first.
   *
   * @example
   * for (const event of await store.events.since(lastId, { runId: run.id })) lastId = event.id;
   */
  async since(id: number, options: EventsSinceOptions = {}): Promise<RunEvent[]> {
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    let query = this.#db
      .selectFrom('journal')
      .selectAll()
      .where(({ eb, or, and }) =>
        or([eb('type', 'in', KEPT_TYPES), and([eb('type', '>=', OWN_TYPE), eb('type', '<', OWN_TYPES_END)])]),
      )
      .where('target', 'in', this.#db.selectFrom('automation_runs').select('id'))
      .orderBy('id')
      .limit(limit);
    // Events of before the journal was the only log have ids below 0.
    if (id !== 0) query = query.where('id', '>', id);
    if (options.runId !== undefined) query = query.where('target', '=', options.runId);
    return (await query.execute()).map(toRunEvent);
  }
}

const OWN_TYPES_END = `${OWN_TYPE.slice(0, -1)}/`;

const COLUMNS = [
  'id',
  'host',
  'pane_id',
  'finished_at',
  'asks',
  'status_since',
  'answers',
  'prompts',
] as const;

type RunRow = Pick<Selectable<RunsTable>, (typeof COLUMNS)[number]>;

async function runOf(db: Kysely<Tables>, id: string): Promise<RunRow> {
  const query = db.selectFrom('automation_runs').select(COLUMNS).where('id', '=', id);
  const row = await query.forUpdate().executeTakeFirst();
  if (!row) throw runNotFound(id);
  return row;
}

function toldOf({ asks, status_since: since, answers }: RunRow): ToldStatus | undefined {
  if (since === null) return undefined;
  const question = knownQuestion(asks);
  const state = question ? 'waiting-for-input' : 'running';
  return { state, prompt: question?.prompt, idle: question?.idle === true, answers, since: new Date(since) };
}

/** What the first look has said stays: what is typed behind a prompt is not a part of it. */
function said({ prompt, idle, source, confidence }: RunQuestion): RunQuestion {
  return { ...(prompt !== undefined && { prompt }), ...(idle && { idle }), source, confidence };
}

async function lastFault(db: Kysely<Tables>, runId: string): Promise<number> {
  const query = db
    .selectFrom('journal')
    .select('id')
    .where('target', '=', runId)
    .where('type', '=', 'run_fault');
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
}

function isKept(type: string): boolean {
  return KEPT_TYPES.some((kept) => kept === type) || type.startsWith(OWN_TYPE);
}

function toRunEvent(row: Selectable<Tables['journal']>): RunEvent {
  const { type, data } = fromJournal(row.type, JSON.parse(row.data));
  return { id: row.id, runId: row.target ?? '', at: new Date(row.at), type, data };
}
