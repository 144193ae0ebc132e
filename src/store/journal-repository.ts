import type { Kysely, Selectable } from 'kysely';
import type { Engine } from './engine.js';
import type { JournalEvent, NewJournalEvent } from './journal-event.js';
import { type JournalCursor, JournalPlace } from './journal-place.js';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import { storeDefaults } from './store-defaults.js';
import type { JournalStreamsTable, Tables } from './tables.js';
import { transact } from './transact.js';

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

/** How far the journal goes, in each stream. */
export interface JournalSpan {
  /** Behind the newest events. */
  readonly last: JournalPlace;
  /** Before the oldest that are kept. */
  readonly forgotten: JournalPlace;
}

/**
 * The table `journal`: everything that happened. Each machine writes a stream of its own. A reader gets the events of each
 * stream in their order; those of several machines in about the order of time.
 */
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

  /** Adds an event; the answer is its position in the stream of this machine. */
  append(event: NewJournalEvent): Promise<JournalCursor> {
    return transact(this.#db, async (db) => {
      const position = await this.#writer.append(db, event);
      return JournalPlace.of([position]).cursor;
    });
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
    return transact(this.#db, (db) => this.#writer.appendChange(db, { key, value }, [event]));
  }

  /**
   * The events after a place (0: from the oldest that are kept), oldest first.
   *
   * @example
   * for (const event of await store.journal.since(last, { types: ['run_exit'] })) last = event.id;
   */
  async since(cursor: JournalCursor, options: JournalSinceOptions = {}): Promise<JournalEvent[]> {
    return this.after(JournalPlace.parse(cursor), options);
  }

  /** The same for a place. */
  async after(place: JournalPlace, options: JournalSinceOptions = {}): Promise<JournalEvent[]> {
    const { types, host, targets, paneId } = options;
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    // Asked first: all that they name can be read then. A stream that is not behind needs no look.
    const streams = (await this.#streams()).filter(({ id, last }) => last > place.in(id));
    if (streams.length === 0) return [];
    let query = this.#db
      .selectFrom('journal')
      .selectAll()
      .where('listed', '=', 1)
      .where(({ eb, and, or }) =>
        or(streams.map(({ id }) => and([eb('stream', '=', id), eb('seq', '>', place.in(id))]))),
      )
      .limit(limit);
    // In one stream both orders are the same.
    query = streams.length === 1 ? query.orderBy('seq') : query.orderBy('id');
    if (types !== undefined) query = query.where('type', 'in', types);
    if (host !== undefined) query = query.where('host', '=', host);
    if (targets !== undefined) {
      query = query.where(({ eb, or }) =>
        or([eb('target', 'in', targets), ...(paneId === undefined ? [] : [eb('pane_id', '=', paneId)])]),
      );
    }
    let at = place;
    return (await query.execute()).map((row) => {
      at = at.at(row);
      return toJournalEvent(row, at);
    });
  }

  async span(): Promise<JournalSpan> {
    const streams = await this.#streams();
    return {
      last: JournalPlace.of(streams.map(({ id, last }) => ({ stream: id, seq: last }))),
      forgotten: JournalPlace.of(streams.map(({ id, forgotten }) => ({ stream: id, seq: forgotten }))),
    };
  }

  /** Behind the newest event of each stream; 0 where there was none. */
  async lastId(): Promise<JournalCursor> {
    return (await this.span()).last.cursor;
  }

  /** The oldest event that is kept of each stream; 0 where there was none. */
  async oldestId(): Promise<JournalCursor> {
    const streams = (await this.#streams()).filter(({ last }) => last > 0);
    return JournalPlace.of(streams.map(({ id, forgotten }) => ({ stream: id, seq: forgotten + 1 }))).cursor;
  }

  /** Forgets what is too old in the streams of machines that write no more. */
  async tidy(): Promise<void> {
    for (const { id } of await this.#streams()) {
      await transact(this.#db, async (db) => {
        const stream = db.selectFrom('journal_streams').select('id').where('id', '=', id);
        // Its own machine writes, and forgets itself.
        const free = await stream.forUpdate().skipLocked().executeTakeFirst();
        if (free) await this.#writer.forgetOld(db, id);
      });
    }
  }

  #streams(): Promise<Selectable<JournalStreamsTable>[]> {
    return this.#db.selectFrom('journal_streams').selectAll().execute();
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

function toJournalEvent(row: Selectable<Tables['journal']>, at: JournalPlace): JournalEvent {
  return {
    id: at.cursor,
    stream: row.stream,
    seq: row.seq,
    at: new Date(row.at),
    type: row.type,
    host: row.host ?? undefined,
    target: row.target ?? undefined,
    paneId: row.pane_id ?? undefined,
    data: JSON.parse(row.data),
  };
}
