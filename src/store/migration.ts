import type { Kysely } from 'kysely';
import type { EngineWords } from './engine.js';
import type { Tables } from './tables.js';

/**
 * One step from a schema to the next. Once released it is never changed, only followed by another. It adds and does not
 * take away, because a muxwright of the older version may be at work on the same database.
 */
export interface Migration {
  readonly name: string;
  up(db: Kysely<Tables>, words: EngineWords): Promise<void>;
}
