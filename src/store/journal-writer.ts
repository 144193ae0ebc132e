import type { Insertable, Kysely } from 'kysely';
import type { Engine } from './engine.js';
import type { NewJournalEvent } from './journal-event.js';
import type { StreamPosition } from './journal-place.js';
import { KEPT_TYPES } from './run-event.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/** A row of the journal. */
export interface Appended extends StreamPosition {
  readonly id: number;
}

/**
 * Writes into the journal, in the transaction of whoever changes something: an event is there if and only if what it
 * tells of is. A machine numbers its events by a row of its own, which is locked from the first event of a transaction to its
 * end: so numbers come in the order of commits, a reader who continues after the last one he has misses nothing, and
 * no machine waits for another one.
 */
export class JournalWriter {
  readonly #clock: Clock;
  readonly #engine: Pick<Engine, 'machine' | 'told'>;
  readonly #listeners = new Set<() => void>();
  #told = false;
  /** When there is something to forget, as far as this process knows. */
  #due: Due | undefined;

  constructor(clock: Clock, engine: Pick<Engine, 'machine' | 'told'>) {
    this.#clock = clock;
    this.#engine = engine;
  }

  /** Calls back soon after something was appended by this process. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async append(db: Kysely<Tables>, event: NewJournalEvent): Promise<Appended> {
    const {
      type,
      at = this.#clock(),
      host = null,
      target = null,
      paneId = null,
      data = {},
      listed = true,
    } = event;
    const about = { at: timeText(at), type, host, target, pane_id: paneId, data: JSON.stringify(data) };
    const row = { ...about, machine: this.#engine.machine, listed: listed ? 1 : 0 };
    const appended = await insert(db, row);
    if (listed && this.#isDue(appended.seq)) this.#due = await this.forgetOld(db, appended.stream);
    this.#tell();
    return appended;
  }

  /**
   * Appends events about something that several processes may have seen: where the mark says the same already, they
   * were written by another one. Whether it was this call is the answer.
   */
  async appendChange(
    db: Kysely<Tables>,
    { key, value }: NewMark,
    events: readonly NewJournalEvent[],
  ): Promise<boolean> {
    const known = { value, data: '{}', at: timeText(this.#clock()) };
    // One statement, so that of two at the same time one finds what the other has written.
    const changed = await db
      .insertInto('journal_marks')
      .values({ key, ...known })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(known).where('journal_marks.value', '<>', value),
      )
      .returning('key')
      .executeTakeFirst();
    if (!changed) return false;
    for (const event of events) await this.append(db, event);
    return true;
  }

  async forgetMarks(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
    await db.deleteFrom('journal_marks').where('key', 'in', keys).execute();
  }

  #isDue(seq: number): boolean {
    return !this.#due || seq > this.#due.seq || timeText(this.#clock()) > this.#due.at;
  }

  /**
   * A few at a time, which is more than come. The newest stays, and so does what belongs to a run: only those who ask for
   * that run are given it then.
   */
  async forgetOld(db: Kysely<Tables>, stream: number): Promise<Due> {
    const { journalEvents, journalAgeMs } = storeDefaults;
    const after = (time: string, ms: number): string => timeText(new Date(new Date(time).getTime() + ms));
    const { last, forgotten } = await db
      .selectFrom('journal_streams')
      .select(['last', 'forgotten'])
      .where('id', '=', stream)
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('journal')
      .select(['seq', 'at'])
      .where('stream', '=', stream)
      .where('listed', '=', 1)
      .where('seq', '>', forgotten)
      .orderBy('seq')
      .limit(FORGOTTEN_AT_ONCE)
      .execute();
    const now = timeText(this.#clock());
    const isOld = ({ seq, at }: { seq: number; at: string }): boolean =>
      seq < last && (seq <= last - journalEvents || after(at, journalAgeMs) < now);
    // What was written before something that is old, is old.
    const oldest = rows.findLast(isOld)?.seq ?? forgotten;
    if (oldest > forgotten) await forget(db, stream, oldest);
    const kept = rows.filter(({ seq }) => seq > oldest).map(({ at }) => after(at, journalAgeMs));
    return { seq: oldest + journalEvents + FORGOTTEN_AT_ONCE, at: kept.sort()[0] ?? now };
  }

  /** What only belonged to runs or agents that are forgotten now. */
  async forgetOf(db: Kysely<Tables>, targets: readonly string[]): Promise<void> {
    await db.deleteFrom('journal').where('target', 'in', targets).where('listed', '=', 0).execute();
  }

  /** The transaction ends before a reader gets the connection. */
  #tell(): void {
    if (this.#told) return;
    this.#told = true;
    setImmediate(() => {
      this.#told = false;
      this.#engine.told();
      for (const listener of [...this.#listeners]) listener();
    });
  }
}

/** What is so from now on. */
interface NewMark {
  readonly key: string;
  /** The same value is no news. */
  readonly value: string;
}

interface Due {
  readonly seq: number;
  readonly at: string;
}

async function insert(
  db: Kysely<Tables>,
  row: Omit<Insertable<Tables['journal']>, 'id' | 'stream' | 'seq'>,
): Promise<Appended> {
  const given = await db
    .insertInto('journal')
    .values(row)
    .returning(['id', 'stream', 'seq'])
    .executeTakeFirstOrThrow();
  // SQLite gives the row as it was before its trigger.
  if (given.seq !== null) return given;
  const query = db.selectFrom('journal').select(['id', 'stream', 'seq']).where('id', '=', given.id);
  return query.executeTakeFirstOrThrow();
}

async function forget(db: Kysely<Tables>, stream: number, upTo: number): Promise<void> {
  await db
    .updateTable('journal')
    .set({ listed: 0 })
    .where('stream', '=', stream)
    .where('seq', '<=', upTo)
    .where('listed', '=', 1)
    .where('type', 'in', KEPT_TYPES)
    .where('target', 'in', db.selectFrom('automation_runs').select('id'))
    .execute();
  await db
    .deleteFrom('journal')
    .where('stream', '=', stream)
    .where('seq', '<=', upTo)
    .where('listed', '=', 1)
    .execute();
  await db.updateTable('journal_streams').set({ forgotten: upTo }).where('id', '=', stream).execute();
}

const FORGOTTEN_AT_ONCE = 32;
