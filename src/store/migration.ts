import type { Kysely } from 'kysely';
import type { EngineWords } from './engine.js';
import type { Tables } from './tables.js';

/**
 * One step from a schema to the next. Once released it is never changed, only followed by another. A muxwright of the
 * older version may be at work on the same database: what it needs stays, but for tables that this version would have to
 * write as well. Then its changes fail with `STORE_UNAVAILABLE` until it is started again.
 */
export interface Migration {
  readonly name: string;
  up(db: Kysely<Tables>, words: EngineWords): Promise<void>;
}
