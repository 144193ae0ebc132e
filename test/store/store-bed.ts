import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Engine } from '../../src/store/engine.js';
import { openStore } from '../../src/store/open-store.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.js';
import type { Store } from '../../src/store/store.js';
import { storePlace } from '../../src/store/store-place.js';
import { ask, dropDatabase, giveBackDatabase, makeDatabase } from '../postgres/databases.js';

/**
 * An empty database of the kind that the project is for: PostgreSQL in `postgres`, SQLite in every other. So the same
 * tests hold for both.
 */
export class StoreBed implements AsyncDisposable {
  readonly folder: string;
  /** Whether more was changed in it than our tables, so that nobody else can use it. */
  isSpoilt = false;
  /** Of PostgreSQL. */
  readonly #url: string | undefined;

  private constructor(folder: string, url: string | undefined) {
    this.folder = folder;
    this.#url = url;
  }

  static async make(): Promise<StoreBed> {
    const server = inject('postgres') as string | undefined;
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
    return new StoreBed(folder, server === undefined ? undefined : await makeDatabase(server));
  }

  get path(): string {
    return join(this.folder, 'state', 'muxwright.db');
  }

  /** What a process is told to open: a URL, or the path of the file. */
  get address(): string {
    return this.#url ?? this.path;
  }

  get isPostgres(): boolean {
    return this.#url !== undefined;
  }

  /** The store on it; a second one is that of another process. */
  open(clock?: () => Date): Promise<Store> {
    return openStore({ path: this.path, url: this.#url, clock });
  }

  /** Its database, without tables. */
  engine(): Promise<Engine> {
    const place = storePlace({ path: this.path, url: this.#url });
    return place.kind === 'sqlite' ? openSqlite(place.path) : openPostgres(place);
  }

  /** Asks the database itself, past the store. */
  async rows(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    if (this.#url !== undefined) {
      let number = 0;
      return ask(
        this.#url,
        sql.replaceAll('?', () => `$${++number}`),
        values,
      );
    }
    using database = new SqliteDatabase(this.path);
    return database.query(sql, values).rows as Record<string, unknown>[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#url !== undefined) await (this.isSpoilt ? dropDatabase : giveBackDatabase)(this.#url);
    await rm(this.folder, { recursive: true });
  }
}
