import type { Migration } from '../migration.js';

export const serverTables: Migration = {
  name: 'server',
  async up(db, words) {
    await db.schema
      .createTable('server_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      // Only ever the hash: whoever reads the database can sign in as nobody.
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('parent', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .addColumn('last_used_at', 'text')
      .execute();
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'integer', (column) => words.autoId(column))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('caller', 'text', (column) => column.notNull())
      .addColumn('token_id', 'text')
      .addColumn('via', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target', 'text')
      .addColumn('host', 'text')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .execute();
  },
};
