import type { Kysely, Selectable } from 'kysely';
import type { Engine } from './engine.js';
import type { JournalEvent, NewJournalEvent } from './journal-event.js';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';

export interface JournalFilter {
  /** Only events of these types. */
  readonly types?: readonly string[] | undefined;
  readonly host?: string | undefined;
  /** Only events about one of these, or about the pane. */
  readonly targets?: readonly string[] | undefined;
  readonly paneId?: string | undefined;
}

export interface JournalSinceOptions extends JournalFilter {
  /**
   * Events that one call gives at most.
   * @default 100
   */
  readonly limit?: number | undefined;
}

/** The table `journal`: everything that happened, in one order, that readers can go on from. */
export class JournalRepository {
  readonly #engine: Engine;
  readonly #db: Kysely<Tables>;
  readonly #writer: JournalWriter;

  /** @internal */
  constructor(engine: Engine, writer: JournalWriter) {
    this.#engine = engine;
    this.#db = engine.db;
    this.#writer = writer;
  }

  /** Adds an event; its id is the answer. */
  append(event: NewJournalEvent): Promise<number> {
    return this.#db.transaction().execute((db) => this.#writer.append(db, event));
  }

  /**
   * Adds an event unless the mark says that it was told before, also by another process. Whether it was this call that
   * told it is the answer. Each host has marks of its own.
   *
   * @example
   * await store.journal.appendChange('tree', hash, { type: 'sessions', host: 'local' });
   */
  appendChange(what: string, value: string, event: NewJournalEvent): Promise<boolean> {
    const key = event.host ? `${what} ${this.#engine.hostName(event.host)}` : what;
    return this.#db.transaction().execute((db) => this.#writer.appendChange(db, { key, value }, [event]));
  }

  /**
   * The events after `id` (0: from the oldest that is kept), oldest first.
   *
   * @example
   * for (const event of await store.journal.since(lastId, { types: ['run_exit'] })) lastId = event.id;
   */
  async since(id: number, options: JournalSinceOptions = {}): Promise<JournalEvent[]> {
    const { types, host, targets, paneId } = options;
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    let query = this.#listed().selectAll().where('id', '>', id).orderBy('id').limit(limit);
    if (types !== undefined) query = query.where('type', 'in', types);
    if (host !== undefined) query = query.where('host', '=', host);
    if (targets !== undefined) {
      query = query.where(({ eb, or }) =>
        or([eb('target', 'in', targets), ...(paneId === undefined ? [] : [eb('pane_id', '=', paneId)])]),
      );
    }
    return (await query.execute()).map(toJournalEvent);
  }

  /** The id of the newest event; 0 where there was none. */
  async lastId(): Promise<number> {
    const query = this.#listed().select('id').orderBy('id', 'desc').limit(1);
    return (await query.executeTakeFirst())?.id ?? 0;
  }

  /** The id of the oldest event that is kept; 0 where there was none. */
  async oldestId(): Promise<number> {
    const query = this.#listed().select('id').orderBy('id').limit(1);
    return (await query.executeTakeFirst())?.id ?? 0;
  }

  #listed() {
    return this.#db.selectFrom('journal').where('listed', '=', 1);
  }

  /** Calls back when something may have been appended, by this process or another, until the answer is called. */
  watch(listener: () => void): () => void {
    const stop = this.#writer.listen(listener);
    const stopOthers = this.#engine.watch(listener);
    return () => {
      stop();
      stopOthers();
    };
  }
}

function toJournalEvent(row: Selectable<Tables['journal']>): JournalEvent {
  return {
    id: row.id,
    at: new Date(row.at),
    type: row.type,
    host: row.host ?? undefined,
    target: row.target ?? undefined,
    paneId: row.pane_id ?? undefined,
    data: JSON.parse(row.data),
  };
}
