import type { Insertable, Kysely } from 'kysely';
import type { NewJournalEvent } from './journal-event.js';
import { KEPT_TYPES } from './run-event.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/**
 * Writes into the journal, in the transaction of whoever changes something: an event is there if and only if what it
 * tells of is. SQLite has one writer at a time, so ids come in the order of the commits, and a reader who goes on after
 * the last id he has seen misses nothing.
 */
export class JournalWriter {
  readonly #clock: Clock;
  /** Its name in what it writes. */
  readonly #machine: string;
  readonly #listeners = new Set<() => void>();
  #told = false;

  constructor(clock: Clock, machine: string) {
    this.#clock = clock;
    this.#machine = machine;
  }

  /** Calls back soon after something was appended by this process. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async append(db: Kysely<Tables>, event: NewJournalEvent): Promise<number> {
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
    const row = { ...about, machine: this.#machine, listed: listed ? 1 : 0 };
    const { id } = await db.insertInto('journal').values(row).returning('id').executeTakeFirstOrThrow();
    if (listed) await this.#forgetOld(db, id);
    this.#tell();
    return id;
  }

  /**
   * Appends events about something that several processes may have seen: where the mark says the same already, they
   * were written by another one. Whether it was this call is the answer.
   */
  async appendChange(
    db: Kysely<Tables>,
    mark: NewMark,
    events: readonly NewJournalEvent[],
  ): Promise<boolean> {
    const { key, value } = mark;
    const query = db.selectFrom('journal_marks').select('value').where('key', '=', key);
    if ((await query.executeTakeFirst())?.value === value) return false;
    await writeMark(db, { key, value, data: '{}', at: timeText(this.#clock()) });
    for (const event of events) await this.append(db, event);
    return true;
  }

  async forgetMarks(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
    await db.deleteFrom('journal_marks').where('key', 'in', keys).execute();
  }

  /**
   * A few at a time, which is more than come. The newest stays, so that the last id is always known, and so does what
   * belongs to a run: only those who ask for that run are given it then.
   */
  async #forgetOld(db: Kysely<Tables>, newest: number): Promise<void> {
    const { journalEvents, journalAgeMs } = storeDefaults;
    const expired = timeText(new Date(this.#clock().getTime() - journalAgeMs));
    const oldest = db.selectFrom('journal').select(['id', 'at']).where('listed', '=', 1).orderBy('id');
    const rows = await oldest.limit(FORGOTTEN_AT_ONCE).execute();
    const ids = rows
      .filter(({ id, at }) => id < newest && (id <= newest - journalEvents || at < expired))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    await db
      .updateTable('journal')
      .set({ listed: 0 })
      .where('id', 'in', ids)
      .where('type', 'in', KEPT_TYPES)
      .where('target', 'in', db.selectFrom('automation_runs').select('id'))
      .execute();
    await db.deleteFrom('journal').where('id', 'in', ids).where('listed', '=', 1).execute();
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

async function writeMark(db: Kysely<Tables>, row: Insertable<Tables['journal_marks']>): Promise<void> {
  const { key: _key, ...known } = row;
  const insert = db.insertInto('journal_marks').values(row);
  await insert.onConflict((conflict) => conflict.column('key').doUpdateSet(known)).execute();
}

const FORGOTTEN_AT_ONCE = 8;
