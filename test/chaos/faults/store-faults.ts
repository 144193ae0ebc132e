import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import type { Fault } from './fault.js';

/** Others write as well: the lock is free from time to time. */
const TRIES = 200;

/** The database of SQLite, with a transaction of another process that does not end for a while. */
export const storeLocked: Fault = {
  name: 'store locked',
  group: 'store',
  weight: 6,
  forMs: [20, 5_000],
  inject: async ({ state }) => {
    const path = join(state, 'muxwright.db');
    const database = new SqliteDatabase(path);
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        database.exec('begin immediate');
        return {
          to: path,
          heal: async () => {
            database.exec('rollback');
            database.close();
          },
        };
      } catch {
        await delay(10);
      }
    }
    database.close();
    return undefined;
  },
};
