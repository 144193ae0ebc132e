import { storable } from '../statement.js';
import { loadSqlite, type NativeDatabase, type NativeStatement } from './load-sqlite.js';
import { SqliteFailure } from './sqlite-failure.js';

export interface SqliteAnswer {
  readonly rows: unknown[];
  /** `undefined` where the statement gives rows. */
  readonly changes: number | undefined;
}

/** A connection to a SQLite file. Whatever SQLite says comes out as a `SqliteFailure`. */
export class SqliteDatabase implements Disposable {
  readonly #native: NativeDatabase;
  readonly #statements = new Map<string, Prepared>();
  readonly #lingers: boolean;
  #changed = false;

  constructor(path: string) {
    const { DatabaseSync, lingers } = loadSqlite();
    this.#lingers = lingers;
    // No waiting inside SQLite, which would stop the event loop: `patiently` does it.
    this.#native = orFailure(() => new DatabaseSync(path, { timeout: 0 }));
  }

  get isOpen(): boolean {
    return this.#native.isOpen;
  }

  get isTransaction(): boolean {
    return this.#native.isTransaction;
  }

  /** Any number of statements, without values and without rows. */
  exec(sql: string): void {
    orFailure(() => this.#native.exec(sql));
  }

  /** One statement. */
  query(sql: string, parameters: readonly unknown[] = []): SqliteAnswer {
    const values = parameters.map(storable);
    return orFailure(() => {
      const { statement, givesRows } = this.#prepared(sql);
      this.#changed ||= !/^\s*(select|begin|pragma)\b/i.test(sql);
      if (givesRows) return { rows: statement.all(...values), changes: undefined };
      return { rows: [], changes: Number(statement.run(...values).changes) };
    });
  }

  /** The only value of the only row. */
  value(sql: string, parameters: readonly unknown[] = []): unknown {
    const [row] = this.query(sql, parameters).rows;
    return row === undefined ? undefined : Object.values(row as object)[0];
  }

  close(): void {
    if (!this.isOpen) return;
    if (this.#lingers && this.#changed) this.#removeLog();
    this.#statements.clear();
    this.#native.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * The last to close a database moves what is in the write-ahead log into it, and removes the log. One that lingers
   * does not, so it leaves that mode, which SQLite allows to the last one only; the next to open it takes it up again.
   */
  #removeLog(): void {
    try {
      this.#native.exec('pragma journal_mode = delete');
    } catch {
      // Others have it open, and the last of them will.
    }
  }

  /** Kept, because preparing takes longer than running; the one that was unused for longest goes. */
  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#native.prepare(sql);
      prepared = { statement, givesRows: statement.columns().length > 0 };
    }
    this.#statements.delete(sql);
    this.#statements.set(sql, prepared);
    if (this.#statements.size > KEPT_STATEMENTS) {
      const [oldest = ''] = this.#statements.keys();
      this.#statements.delete(oldest);
    }
    return prepared;
  }
}

interface Prepared {
  readonly statement: NativeStatement;
  readonly givesRows: boolean;
}

const KEPT_STATEMENTS = 200;

function orFailure<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw SqliteFailure.of(error);
  }
}
