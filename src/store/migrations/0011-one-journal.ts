import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';
import type { Tables } from '../tables.js';
import { moveEvents } from './move-events.js';

/**
 * The journal is the only log of events: the events of runs and agents move into it. What a run asks moves from the marks
 * into the run's own row, where the inbox finds it.
 */
export const oneJournal: Migration = {
  name: 'one-journal',
  async up(db) {
    await extendJournal(db);
    await extendRows(db);
    await moveQuestions(db);
    await moveEvents(db, {
      table: 'run_events',
      subject: 'run_id',
      owners: 'automation_runs',
      pane: 'pane_id',
    });
    await moveEvents(db, {
      table: 'agent_events',
      subject: 'agent_id',
      owners: 'agents',
      pane: 'tmux_pane_id',
    });
    await db.schema.dropTable('run_events').execute();
    await db.schema.dropTable('agent_events').execute();
  },
};

async function extendJournal(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('journal')
    .addColumn('machine', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('journal')
    .addColumn('listed', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  const index = (name: string, columns: (keyof Tables['journal'])[]): Promise<void> =>
    db.schema.createIndex(name).on('journal').columns(columns).execute();
  await index('journal_listed', ['listed', 'id']);
  await index('journal_by_target', ['target', 'id']);
}

async function extendRows(db: Kysely<Tables>): Promise<void> {
  const runs = db.schema.alterTable('automation_runs');
  await runs.addColumn('asks', 'text').execute();
  await runs.addColumn('status_since', 'text').execute();
  await runs.addColumn('answers', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await runs.addColumn('inbox', 'text').execute();
  await db.schema.alterTable('agents').addColumn('inbox', 'text').execute();
}

/** The marks `run ID` had what was told last of a run. */
async function moveQuestions(db: Kysely<Tables>): Promise<void> {
  const marks = db
    .selectFrom('journal_marks')
    .selectAll()
    .where('key', '>=', 'run ')
    .where('key', '<', 'run!');
  for (const { key, data, at } of await marks.execute()) {
    const { state, answers, ...asks } = JSON.parse(data);
    const waits = state === 'waiting-for-input';
    await db
      .updateTable('automation_runs')
      .set({ asks: waits ? JSON.stringify(asks) : null, status_since: at, answers: answers ?? 0 })
      .where('id', '=', key.slice('run '.length))
      .execute();
  }
  // What is in a reader's inbox already has to be told when it leaves it.
  await sql`update automation_runs set inbox = '' where asks is not null and state = 'running'`.execute(db);
  await sql`update agents set inbox = '' where state = 'AWAITING_INPUT' and ended_at is null`.execute(db);
  const gone = db.deleteFrom('journal_marks');
  await gone
    .where(({ eb, and, or }) =>
      or([eb('key', '=', 'inbox'), and([eb('key', '>=', 'run '), eb('key', '<', 'run!')])]),
    )
    .execute();
}
