import type { Migration } from '../migration.js';

export const journalTables: Migration = {
  name: 'journal',
  async up(db, words) {
    await db.schema
      .createTable('journal')
      .addColumn('id', 'integer', (column) => words.autoId(column))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      // No references: what happened stays true when the run or the agent is forgotten.
      .addColumn('host', 'text')
      .addColumn('target', 'text')
      .addColumn('pane_id', 'text')
      .addColumn('data', 'text', (column) => column.notNull())
      .execute();
    await words.tellOfInserts(db, 'journal');
    await db.schema
      .createTable('journal_marks')
      // The key: of several processes that see the same change, one writes it down.
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute();
  },
};
