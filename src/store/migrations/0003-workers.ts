import type { Migration } from '../migration.js';

export const workersTable: Migration = {
  name: 'workers',
  async up(db) {
    await db.schema
      .createTable('workers')
      // The key: of several processes that want a name, one gets it.
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('window', 'text', (column) => column.notNull())
      .addColumn('socket', 'text')
      .addColumn('run_id', 'text')
      .addColumn('pane_id', 'text')
      .addColumn('command', 'text', (column) => column.notNull())
      .addColumn('recipe', 'text')
      .addColumn('env_names', 'text', (column) => column.notNull())
      .addColumn('cwd', 'text')
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('worktree', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('claim', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('stopped_at', 'text')
      .addColumn('exit', 'text')
      .addColumn('respawns', 'integer', (column) => column.notNull())
      .execute();
  },
};
