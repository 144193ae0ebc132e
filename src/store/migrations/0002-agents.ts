import type { Kysely } from 'kysely';
import type { EngineWords } from '../engine.js';
import type { Migration } from '../migration.js';
import type { Tables } from '../tables.js';

export const agentTables: Migration = {
  name: 'agents',
  async up(db, words) {
    await createAgents(db);
    await createTurns(db, words);
    await createEvents(db, words);
  },
};

async function createAgents(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('agents')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    // Unique: of several processes that hear of a session first, one makes the agent.
    .addColumn('session_id', 'text', (column) => column.unique())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('server', 'text')
    .addColumn('tmux_pane_id', 'text')
    .addColumn('pane_pid', 'integer')
    .addColumn('iterm_pane_id', 'text')
    .addColumn('profile', 'text')
    .addColumn('name', 'text')
    .addColumn('cwd', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_source', 'text', (column) => column.notNull())
    .addColumn('state_detail', 'text', (column) => column.notNull())
    .addColumn('state_since', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('end_reason', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .execute();
  const index = (name: string, columns: (keyof Tables['agents'])[]): Promise<void> =>
    db.schema.createIndex(name).on('agents').columns(columns).execute();
  await index('agents_by_start', ['started_at', 'id']);
  await index('agents_by_pane', ['tmux_pane_id', 'host']);
  await index('agents_by_name', ['name']);
}

async function createTurns(db: Kysely<Tables>, words: EngineWords): Promise<void> {
  await db.schema
    .createTable('turns')
    .addColumn('id', 'integer', (column) => words.autoId(column))
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('intent', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('receipt', 'text')
    .execute();
  await db.schema.createIndex('turns_by_agent').on('turns').columns(['agent_id', 'id']).execute();
}

async function createEvents(db: Kysely<Tables>, words: EngineWords): Promise<void> {
  await db.schema
    .createTable('agent_events')
    .addColumn('id', 'integer', (column) => words.autoId(column))
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('agent_events_by_agent')
    .on('agent_events')
    .columns(['agent_id', 'id'])
    .execute();
}
