import type { ColumnDefinitionBuilder, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

/** One kind of database, opened. What its SQL does differently is said here, and nowhere else in the room. */
export interface Engine {
  /** Where it is, for errors; without a password. */
  readonly place: string;
  /** What to do where it cannot be used, as the end of a suggestion: `set MUXWRIGHT_HOME to another folder`. */
  readonly wayOut: string;
  /** The name of this machine, where several have the same tables; else empty. */
  readonly machine: string;
  readonly db: Kysely<Tables>;
  readonly words: EngineWords;
  /** How a host is written in the tables: several machines may share them, and each has its own `local`. */
  hostName(host: string): string;
  /** Something was written that other processes may watch for: they are told soon after the transaction. */
  told(): void;
  /** Calls back when another process may have committed something, until the answer is called. */
  watch(listener: () => void): () => void;
  /**
   * Overwrites what the tables held before they were changed, as far as the database lets us. What it may still keep of
   * that is the answer.
   */
  forget(): Promise<readonly StoreRemainder[]>;
  /** Another value after every commit, whichever process made it; `undefined` where that is not known at once. */
  version(): string | undefined;
  /** Gives the room of what was removed back to the system, where the database does not do that by itself. */
  shrink(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Where something may still be that was taken out of the tables: in a write-ahead log that another process reads from, or
 * in files that only the administrator of a database server can clear.
 */
export type StoreRemainder = 'write-ahead-log' | 'database-server';

export interface EngineWords {
  /** Makes an integer column the primary key that counts up and never gives a number twice. */
  autoId(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Milliseconds between two columns of ISO-8601 text. */
  elapsedMs(from: string, to: string): RawBuilder<number>;
  /** A text out of a column of JSON; null where there is none. */
  jsonText(column: string, key: string): RawBuilder<string | null>;
  /** Notifies watchers of new rows of a table, as it was done until version 12 of the schema. */
  tellOfInserts(db: Kysely<Tables>, table: keyof Tables): Promise<void>;
  /** Ends that: the database no longer does it in the transaction of the insert. */
  stopTelling(db: Kysely<Tables>): Promise<void>;
  /** Sees to it that rows of the journal get their stream and number when they are inserted. */
  numberRows(db: Kysely<Tables>): Promise<void>;
  /** Held until the end of the transaction: one process changes the schema. */
  lockSchema(db: Kysely<Tables>): Promise<void>;
  /** Held until the end of the transaction by the writer that compares what waits on a host with its last event. */
  lockInbox(db: Kysely<Tables>, host: string): Promise<void>;
}
