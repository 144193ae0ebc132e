import type { ColumnDefinitionBuilder, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

/** One kind of database, opened. What its SQL does differently is said here, and nowhere else in the room. */
export interface Engine {
  /** Where it is, for errors. */
  readonly place: string;
  readonly db: Kysely<Tables>;
  readonly words: EngineWords;
  close(): void;
}

export interface EngineWords {
  /** Makes an integer column the primary key that counts up and never gives a number twice. */
  autoId(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Milliseconds between two columns of ISO-8601 text. */
  elapsedMs(from: string, to: string): RawBuilder<number>;
  /** A text out of a column of JSON; null where there is none. */
  jsonText(column: string, key: string): RawBuilder<string | null>;
}
