import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';
import type { Tables } from '../tables.js';

/**
 * Each machine writes a stream of its own in the journal, numbered by a row of its own, so that machines do not wait for each
 * other. What is there is the first stream, with its ids as positions: cursors of readers stay true.
 */
export const streams: Migration = {
  name: 'streams',
  async up(db, words) {
    await db.schema
      .createTable('journal_streams')
      .addColumn('id', 'integer', (column) => words.autoId(column))
      .addColumn('machine', 'text', (column) => column.notNull().unique())
      .addColumn('last', 'integer', (column) => column.notNull())
      .addColumn('forgotten', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('journal').addColumn('stream', 'integer').execute();
    await db.schema.alterTable('journal').addColumn('seq', 'integer').execute();
    await sql`update journal set stream = 0, seq = id`.execute(db);
    await addFirst(db);
    await db.schema.dropIndex('journal_listed').execute();
    await db.schema
      .createIndex('journal_by_stream')
      .unique()
      .on('journal')
      .columns(['stream', 'seq'])
      .execute();
    await words.numberRows(db);
    await words.stopTelling(db);
  },
};

async function addFirst(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ last: number | null; oldest: number | null }>`
    select max(id) as last, min(case when listed = 1 then id end) as oldest from journal`.execute(db);
  const last = Math.max(0, rows[0]?.last ?? 0);
  const forgotten = Math.max(0, (rows[0]?.oldest ?? last + 1) - 1);
  await db.insertInto('journal_streams').values({ id: 0, machine: '', last, forgotten }).execute();
}
