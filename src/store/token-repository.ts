import type { Kysely, Selectable } from 'kysely';
import type { JournalWriter } from './journal-writer.js';
import type { Tables, TokensTable } from './tables.js';
import { type Clock, timeText } from './time-text.js';
import { transact } from './transact.js';

/** `token`: for programs. `session`: what a browser holds as a cookie. `code`: good for one sign-in. */
export type TokenKind = 'token' | 'session' | 'code';

/** What a token may reach, as it was made with. What is absent, or empty, limits nothing; no hosts: those that are known. */
export interface TokenReach {
  readonly hosts?: readonly string[] | undefined;
  readonly sessions?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Something that opens the server to whoever has it. The secret itself is nowhere. */
export interface TokenRecord {
  readonly id: string;
  readonly kind: TokenKind;
  readonly name: string;
  /** SHA-256 of the secret, as hexadecimal digits. */
  readonly hash: string;
  readonly scopes: readonly string[];
  readonly reach: TokenReach;
  /** Of a session or a code: the token it came from, which ends it when it ends. */
  readonly parent: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  readonly lastUsedAt: Date | undefined;
}

export type NewToken = Omit<TokenRecord, 'createdAt' | 'revokedAt' | 'lastUsedAt'>;

/** The table `server_tokens`. */
export class TokenRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #journal: JournalWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock, journal: JournalWriter) {
    this.#db = db;
    this.#clock = clock;
    this.#journal = journal;
  }

  async insert(token: NewToken): Promise<TokenRecord> {
    const { id, kind, name, hash, parent, expiresAt } = token;
    const createdAt = this.#clock();
    await this.#db
      .insertInto('server_tokens')
      .values({
        id,
        kind,
        name,
        hash,
        scopes: JSON.stringify(token.scopes),
        reach: Object.keys(token.reach).length === 0 ? null : JSON.stringify(token.reach),
        parent: parent ?? null,
        created_at: timeText(createdAt),
        expires_at: expiresAt === undefined ? null : timeText(expiresAt),
      })
      .execute();
    return { ...token, createdAt, revokedAt: undefined, lastUsedAt: undefined };
  }

  async get(id: string): Promise<TokenRecord | undefined> {
    const row = await this.#db
      .selectFrom('server_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toTokenRecord(row);
  }

  /** The oldest first. */
  async list(kind: TokenKind): Promise<TokenRecord[]> {
    const rows = await this.#db
      .selectFrom('server_tokens')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toTokenRecord);
  }

  /**
   * Ends one, and tells of it, so that a server in another process ends what was opened with it. Whether it was this
   * call that did is the answer: of several that use up a code, one gets `true`.
   */
  async revoke(id: string): Promise<boolean> {
    return transact(this.#db, async (db) => {
      const row = await db
        .updateTable('server_tokens')
        .set({ revoked_at: timeText(this.#clock()) })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('kind')
        .executeTakeFirst();
      // A code opens nothing that lasts. Whose token it was is for those who may list them.
      if (row && row.kind !== 'code')
        await this.#journal.append(db, { type: 'token_revoked', data: { token: id } });
      return row !== undefined;
    });
  }

  async used(id: string): Promise<void> {
    await this.#db
      .updateTable('server_tokens')
      .set({ last_used_at: timeText(this.#clock()) })
      .where('id', '=', id)
      .execute();
  }

  /** Forgets sessions and codes that are over. Tokens stay in the list, so that people see what there was. */
  async prune(): Promise<void> {
    const now = timeText(this.#clock());
    await this.#db
      .deleteFrom('server_tokens')
      .where('kind', 'in', ['session', 'code'])
      .where((row) => row.or([row('expires_at', '<', now), row('revoked_at', 'is not', null)]))
      .execute();
  }
}

function toTokenRecord(row: Selectable<TokensTable>): TokenRecord {
  const date = (text: string | null): Date | undefined => (text === null ? undefined : new Date(text));
  return {
    id: row.id,
    kind: row.kind as TokenKind,
    name: row.name,
    hash: row.hash,
    scopes: JSON.parse(row.scopes),
    reach: row.reach === null ? {} : JSON.parse(row.reach),
    parent: row.parent ?? undefined,
    createdAt: new Date(row.created_at),
    expiresAt: date(row.expires_at),
    revokedAt: date(row.revoked_at),
    lastUsedAt: date(row.last_used_at),
  };
}
