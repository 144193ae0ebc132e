import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Engine } from './engine.js';
import { type InboxRow, inboxRows, waitingItems } from './inbox-rows.js';
import type { JournalWriter } from './journal-writer.js';
import type { Tables } from './tables.js';
import type { WaitingItem } from './waiting-item.js';

/**
 * Tells what comes into the inbox of a person, changes in it, and leaves it: in the transaction that makes it so, with the
 * item itself. A row remembers the item of its last event, so that each change is one event.
 */
export class InboxWriter {
  readonly #journal: JournalWriter;
  readonly #engine: Pick<Engine, 'words' | 'hostName'>;

  constructor(journal: JournalWriter, engine: Pick<Engine, 'words' | 'hostName'>) {
    this.#journal = journal;
    this.#engine = engine;
  }

  /**
   * Tells all that is not as it was told last. An agent that asks hides the run that it is in, so that one change may
   * be two events.
   *
   * @param host that the change was on. One transaction at a time compares what waits there; those of other hosts do not wait
   * @param id of a run that has ended, or is none any more that anybody waits for
   */
  async sync(db: Kysely<Tables>, host: string, id?: string): Promise<void> {
    // Before it is read: it shows what the transaction that had the lock before has written.
    await this.#engine.words.lockInbox(db, this.#engine.hostName(host));
    const rows = await inboxRows(db, id);
    const items = waitingItems(rows);
    for (const row of rows.filter((one) => one.host === host)) {
      const item = items.get(row.id);
      const seen = item ? hashOf(item) : null;
      if (seen === row.inbox) continue;
      const table = row.kind === 'run' ? 'automation_runs' : 'agents';
      await db.updateTable(table).set({ inbox: seen }).where('id', '=', row.id).execute();
      await this.#tell(db, row, item, items.size);
    }
  }

  /** The same for rows that have just been removed. */
  async removed(db: Kysely<Tables>, rows: readonly RemovedRow[]): Promise<void> {
    const told = rows.filter(({ inbox }) => inbox !== null);
    if (told.length === 0) return;
    const { size } = waitingItems(await inboxRows(db));
    for (const row of told) await this.#tell(db, row, undefined, size);
  }

  async #tell(
    db: Kysely<Tables>,
    row: RemovedRow,
    item: WaitingItem | undefined,
    count: number,
  ): Promise<void> {
    const { id, kind, host } = row;
    const change = item ? (row.inbox === null ? 'added' : 'changed') : 'removed';
    // Not about the run or agent: that it asks has its own events.
    const data = { count, change, kind, itemId: id, ...(item && { item: factsOf(item) }) };
    await this.#journal.append(db, { type: 'inbox', host, data });
  }
}

type RemovedRow = Pick<InboxRow, 'id' | 'kind' | 'host' | 'inbox'>;

/** Its id and kind stand beside it, and its host in a column of its own. */
function factsOf(item: WaitingItem): Omit<WaitingItem, 'id' | 'kind' | 'host'> {
  const { id: _id, kind: _kind, host: _host, ...facts } = item;
  return facts;
}

function hashOf(item: WaitingItem): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22);
}
