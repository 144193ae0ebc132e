import type { Migration } from '../migration.js';

/** Calls of models that are answered later. */
export const tasks: Migration = {
  name: 'tasks',
  async up(db) {
    await db.schema
      .createTable('mcp_tasks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('caller', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('pending', 'text', (column) => column.notNull())
      .addColumn('asks', 'text')
      .addColumn('questions', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('result', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('mcp_tasks_by_time').on('mcp_tasks').column('created_at').execute();
  },
};
