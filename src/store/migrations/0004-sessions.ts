import type { Migration } from '../migration.js';

export const sessionsTable: Migration = {
  name: 'sessions',
  async up(db) {
    await db.schema
      .createTable('chat_sessions')
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('chat_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('chat_sessions_key', ['host', 'name'])
      .execute();
  },
};
