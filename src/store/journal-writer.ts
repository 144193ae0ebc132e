import type { Insertable, Kysely, Selectable } from 'kysely';
import type { JournalData, JournalMark, NewJournalEvent } from './journal-event.js';
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
  readonly #listeners = new Set<() => void>();
  #told = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back soon after something was appended by this process. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async append(db: Kysely<Tables>, event: NewJournalEvent): Promise<number> {
    const { type, at = this.#clock(), host = null, target = null, paneId = null, data = {} } = event;
    const row = { at: timeText(at), type, host, target, pane_id: paneId, data: JSON.stringify(data) };
    const { id } = await db.insertInto('journal').values(row).returning('id').executeTakeFirstOrThrow();
    await this.#forgetOld(db, id);
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
    await this.#writeMark(db, { key, value, data: '{}', at: timeText(this.#clock()) });
    for (const event of events) await this.append(db, event);
    return true;
  }

  /** What is known under a key. */
  async mark(db: Kysely<Tables>, key: string): Promise<JournalMark | undefined> {
    const row = await db.selectFrom('journal_marks').selectAll().where('key', '=', key).executeTakeFirst();
    return row && toJournalMark(row);
  }

  /** @param isNew whether it is so from now on, and not since the time that is known */
  async setMark(db: Kysely<Tables>, key: string, data: JournalData, isNew: boolean): Promise<void> {
    const text = JSON.stringify(data);
    if (!isNew) {
      await db.updateTable('journal_marks').set({ value: '', data: text }).where('key', '=', key).execute();
      return;
    }
    await this.#writeMark(db, { key, value: '', data: text, at: timeText(this.#clock()) });
  }

  async #writeMark(db: Kysely<Tables>, row: Insertable<Tables['journal_marks']>): Promise<void> {
    const { key: _key, ...known } = row;
    const insert = db.insertInto('journal_marks').values(row);
    await insert.onConflict((conflict) => conflict.column('key').doUpdateSet(known)).execute();
  }

  async forgetMarks(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
    await db.deleteFrom('journal_marks').where('key', 'in', keys).execute();
  }

  /** A few at a time, which is more than come. The newest stays, so that the last id is always known. */
  async #forgetOld(db: Kysely<Tables>, newest: number): Promise<void> {
    const { journalEvents, journalAgeMs } = storeDefaults;
    const oldest = db.selectFrom('journal').select('id').orderBy('id').limit(FORGOTTEN_AT_ONCE);
    const expired = timeText(new Date(this.#clock().getTime() - journalAgeMs));
    await db
      .deleteFrom('journal')
      .where('id', 'in', oldest)
      .where('id', '<', newest)
      .where(({ eb, or }) => or([eb('id', '<=', newest - journalEvents), eb('at', '<', expired)]))
      .execute();
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

export function toJournalMark({ key, value, data, at }: Selectable<Tables['journal_marks']>): JournalMark {
  return { key, value, data: JSON.parse(data), since: new Date(at) };
}

const FORGOTTEN_AT_ONCE = 8;
