import type { Migration } from '../migration.js';

export const recordingsTable: Migration = {
  name: 'recordings',
  async up(db) {
    await db.schema
      .createTable('recordings')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('server', 'text')
      .addColumn('pane_id', 'text')
      // No reference: a recording outlives the run that it shows.
      .addColumn('run_id', 'text')
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('title', 'text')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('input', 'integer', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('stopped_at', 'text')
      .addColumn('end_reason', 'text')
      .addColumn('exit_code', 'integer')
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('duration_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('recordings_by_start')
      .on('recordings')
      .columns(['started_at', 'id'])
      .execute();
    await db.schema.createIndex('recordings_by_run').on('recordings').columns(['run_id']).execute();
  },
};
