import type { Kysely } from 'kysely';
import { inboxRows, waitingItems } from './inbox-rows.js';
import type { Tables } from './tables.js';
import type { WaitingItem } from './waiting-item.js';

/** What waits for a person, as the rows of runs and agents have it. */
export class InboxRepository {
  readonly #db: Kysely<Tables>;

  /** @internal */
  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * All of it, the longest waiting first.
   *
   * @example
   * for (const { id, prompt } of await store.inbox.list()) console.log(id, prompt);
   */
  async list(): Promise<readonly WaitingItem[]> {
    const items = [...waitingItems(await inboxRows(this.#db)).values()];
    return items.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  }
}
