import type { Kysely } from 'kysely';
import type { EngineWords } from '../engine.js';
import type { Migration } from '../migration.js';
import type { Tables } from '../tables.js';

export const firstTables: Migration = {
  name: 'first-tables',
  async up(db, words) {
    await createRuns(db);
    await createEvents(db, words);
    await createCredentials(db);
  },
};

async function createRuns(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('automation_runs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('server', 'text')
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('window_name', 'text', (column) => column.notNull())
    .addColumn('pane_id', 'text')
    .addColumn('log_path', 'text')
    .addColumn('log_format', 'text', (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('argv', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('cwd', 'text')
    .addColumn('interactive', 'integer', (column) => column.notNull())
    .addColumn('timeout_ms', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('exit_code', 'integer')
    .addColumn('signal', 'text')
    .addColumn('lost', 'integer', (column) => column.notNull())
    .addColumn('timed_out', 'integer', (column) => column.notNull())
    .addColumn('ended_by', 'text')
    .addColumn('last_cursor', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('prompts', 'integer', (column) => column.notNull())
    .addColumn('detectors', 'text')
    .addColumn('secret_rules', 'text')
    .addColumn('start_nonce', 'text')
    .addColumn('exit_nonce', 'text')
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('retry_of', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .execute();
  const index = (name: string, columns: (keyof Tables['automation_runs'])[]): Promise<void> =>
    db.schema.createIndex(name).on('automation_runs').columns(columns).execute();
  await index('automation_runs_by_start', ['started_at', 'id']);
  await index('automation_runs_by_state', ['state', 'started_at']);
}

async function createEvents(db: Kysely<Tables>, words: EngineWords): Promise<void> {
  await db.schema
    .createTable('run_events')
    .addColumn('id', 'integer', (column) => words.autoId(column))
    .addColumn('run_id', 'text', (column) =>
      column.notNull().references('automation_runs.id').onDelete('cascade'),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('run_events_by_run').on('run_events').columns(['run_id', 'id']).execute();
}

async function createCredentials(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('agent_credentials')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    // No reference: a credential outlives the run that it came from.
    .addColumn('run_id', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addUniqueConstraint('agent_credentials_by_name', ['agent', 'name'])
    .execute();
}
