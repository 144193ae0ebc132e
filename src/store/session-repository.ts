import type { Kysely, Selectable } from 'kysely';
import type { JournalWriter } from './journal-writer.js';
import type { SessionsTable, Tables } from './tables.js';
import { timeText } from './time-text.js';
import { transact } from './transact.js';

/** What the store knows about the session of a chat. */
export interface SessionRecord {
  /** Address of the host. */
  readonly host: string;
  readonly name: string;
  readonly workspace: string;
  readonly chatId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** The table `chat_sessions`: what there is, as far as anybody looked. tmux itself has the last word. */
export class SessionRepository {
  readonly #db: Kysely<Tables>;

  readonly #journal: JournalWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, journal: JournalWriter) {
    this.#db = db;
    this.#journal = journal;
  }

  /** Adds a session, or brings it up to date. */
  async put(session: SessionRecord): Promise<void> {
    await transact(this.#db, (db) => this.#put(db, session));
  }

  /** Makes these the sessions of a host: what else was known of it is forgotten. */
  async replace(host: string, sessions: readonly Omit<SessionRecord, 'host'>[]): Promise<void> {
    await transact(this.#db, async (db) => {
      const names = sessions.map(({ name }) => name);
      const others = db.deleteFrom('chat_sessions').where('host', '=', host);
      const gone = names.length === 0 ? others : others.where('name', 'not in', names);
      for (const row of await gone.returningAll().execute()) await this.#tell(db, row, 'removed');
      // In one order, so that two who do the same do not wait for each other.
      const sorted = sessions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      for (const session of sorted) await this.#put(db, { ...session, host });
    });
  }

  async remove(host: string, name: string): Promise<void> {
    await transact(this.#db, async (db) => {
      const query = db.deleteFrom('chat_sessions').where('host', '=', host).where('name', '=', name);
      for (const row of await query.returningAll().execute()) await this.#tell(db, row, 'removed');
    });
  }

  /** Sessions of one host or of all, the oldest first. */
  async list(host?: string): Promise<SessionRecord[]> {
    let query = this.#db.selectFrom('chat_sessions').selectAll().orderBy('created_at').orderBy('name');
    if (host !== undefined) query = query.where('host', '=', host);
    return (await query.execute()).map(toSessionRecord);
  }

  /** Addresses of the hosts that have sessions. */
  async hosts(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('chat_sessions')
      .select('host')
      .distinct()
      .orderBy('host')
      .execute();
    return rows.map(({ host }) => host);
  }

  async #put(db: Kysely<Tables>, session: SessionRecord): Promise<void> {
    const row = sessionRow(session);
    const { host, name, ...values } = row;
    const insert = db.insertInto('chat_sessions').values(row);
    // Of several that add the same at once, one does, and the others find it.
    const added = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) return this.#tell(db, row, 'added');
    const known = db.selectFrom('chat_sessions').select('last_used_at');
    const before = await known
      .where('host', '=', host)
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    const update = db.updateTable('chat_sessions').set(values);
    await update.where('host', '=', host).where('name', '=', name).execute();
    if (before && before.last_used_at !== row.last_used_at) await this.#tell(db, row, 'used');
  }

  async #tell(db: Kysely<Tables>, row: Selectable<SessionsTable>, change: string): Promise<void> {
    const { host, name: target } = row;
    const data = { change, workspace: JSON.parse(row.workspace), chatId: JSON.parse(row.chat_id) };
    await this.#journal.append(db, { type: 'session_changed', host, target, data });
  }
}

function sessionRow(session: SessionRecord): Selectable<SessionsTable> {
  return {
    host: session.host,
    name: session.name,
    // JSON keeps what is not text that SQLite could store: half of a surrogate pair.
    workspace: JSON.stringify(session.workspace),
    chat_id: JSON.stringify(session.chatId),
    created_at: timeText(session.createdAt),
    last_used_at: timeText(session.lastUsedAt),
  };
}

function toSessionRecord(row: Selectable<SessionsTable>): SessionRecord {
  return {
    host: row.host,
    name: row.name,
    workspace: JSON.parse(row.workspace),
    chatId: JSON.parse(row.chat_id),
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
  };
}
