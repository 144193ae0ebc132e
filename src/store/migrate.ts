import type { Kysely } from 'kysely';
import { MuxError } from '../model/index.js';
import type { Engine } from './engine.js';
import type { Migration } from './migration.js';
import { firstTables } from './migrations/0001-first-tables.js';
import { agentTables } from './migrations/0002-agents.js';
import { workersTable } from './migrations/0003-workers.js';
import { sessionsTable } from './migrations/0004-sessions.js';
import { journalTables } from './migrations/0005-journal.js';
import { serverTables } from './migrations/0006-server.js';
import { recordingsTable } from './migrations/0007-recordings.js';
import { tokenReach } from './migrations/0008-token-reach.js';
import { runStarter } from './migrations/0009-run-starter.js';
import { agentQuestions } from './migrations/0010-agent-questions.js';
import { oneJournal } from './migrations/0011-one-journal.js';
import { streams } from './migrations/0012-streams.js';
import { tasks } from './migrations/0013-tasks.js';
import type { Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/** All of them in their order: the first brings the schema to version 1. */
export const allMigrations: readonly Migration[] = [
  firstTables,
  agentTables,
  workersTable,
  sessionsTable,
  journalTables,
  serverTables,
  recordingsTable,
  tokenReach,
  runStarter,
  agentQuestions,
  oneJournal,
  streams,
  tasks,
];

/** Brings the schema up to date. Of several processes that try at once one does it, and the others find it done. */
export async function migrate(
  engine: Engine,
  clock: Clock,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  const { db, words } = engine;
  await createMigrationsTable(db);
  if (isCurrent(await schemaVersion(db), migrations, engine)) return;
  // All or nothing: a process that dies in the middle leaves the old schema.
  await db.transaction().execute(async (transaction) => {
    await words.lockSchema(transaction);
    const version = await schemaVersion(transaction);
    if (isCurrent(version, migrations, engine)) return;
    for (const [index, { name, up }] of migrations.entries()) {
      if (index < version) continue;
      await up(transaction, words);
      const row = { version: index + 1, name, applied_at: timeText(clock()) };
      await transaction.insertInto('muxwright_migrations').values(row).execute();
    }
  });
}

export async function createMigrationsTable(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('muxwright_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
}

async function schemaVersion(db: Kysely<Tables>): Promise<number> {
  const { max } = db.fn;
  const row = await db
    .selectFrom('muxwright_migrations')
    .select(max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Fails with `STORE_TOO_NEW` for a schema that a newer muxwright made. */
export function checkSchema(version: number, engine: Pick<Engine, 'place' | 'wayOut'>): void {
  isCurrent(version, allMigrations, engine);
}

function isCurrent(
  version: number,
  migrations: readonly Migration[],
  { place, wayOut }: Pick<Engine, 'place' | 'wayOut'>,
): boolean {
  const known = migrations.length;
  if (version <= known) return version === known;
  throw new MuxError(
    'STORE_TOO_NEW',
    `The database '${place}' has schema ${version}, and this muxwright knows only schema ${known}.`,
    {
      suggestion: `Update muxwright, or ${wayOut}.`,
      details: { path: place, version, known },
    },
  );
}
