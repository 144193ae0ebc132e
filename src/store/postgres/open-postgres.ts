import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import type { Engine } from '../engine.js';
import { createMigrationsTable } from '../migrate.js';
import type { PostgresPlace } from '../store-place.js';
import type { Tables } from '../tables.js';
import { SCHEMA } from './connect-pg.js';
import { hostOnMachine, MachineHosts, usualMachine } from './machine-hosts.js';
import { PostgresDriver } from './postgres-driver.js';
import { CHANNEL, PostgresListener } from './postgres-listener.js';
import { PostgresSession } from './postgres-session.js';
import { PostgresWaker } from './postgres-waker.js';
import { PostgresCompiler, postgresWords } from './postgres-words.js';

/** Opens a database of a PostgreSQL server. What only PostgreSQL understands stays in this folder. */
export async function openPostgres({
  url,
  shown,
  listenUrl,
  machine = usualMachine(),
}: PostgresPlace): Promise<Engine> {
  const session = new PostgresSession(url, shown);
  const listener = new PostgresListener(listenUrl ?? url);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver(session),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresCompiler(),
    },
    plugins: [
      new MachineHosts(machine),
      // `in ()`, which SQLite takes for never.
      new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
    ],
  });
  // By the way of all statements, so that it does not become a part of an open transaction.
  const waker = new PostgresWaker(() => sql`notify ${sql.raw(CHANNEL)}`.execute(db));
  const close = async (): Promise<void> => {
    await Promise.all([listener.close(), waker.close()]);
    await session.close();
  };
  try {
    await prepareSchema(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    place: shown,
    machine,
    wayOut: 'give the URL of another database',
    db,
    words: postgresWords,
    hostName: (host) => hostOnMachine(machine, host),
    told: () => waker.told(),
    watch: (heard) => listener.watch(heard),
    forget: async () => {
      // Dead rows go when no transaction needs them. Their bytes stay in free space, in the server's log and in backups.
      await sql`vacuum`.execute(db).catch(() => {});
      return ['database-server'];
    },
    // That would be a question to the server.
    version: () => undefined,
    // The server does it by itself.
    shrink: async () => {},
    close,
  };
}

/** In a transaction, because several that make the same schema or table at once would fail, also with `if not exists`. */
async function prepareSchema(db: Kysely<Tables>): Promise<void> {
  const table = sql.lit(`${SCHEMA}.muxwright_migrations`);
  const query = sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`;
  if ((await query.execute(db)).rows[0]?.there) return;
  await db.transaction().execute(async (transaction) => {
    await postgresWords.lockSchema(transaction);
    const schemas = sql<{ there: boolean }>`select to_regnamespace(${sql.lit(SCHEMA)}) is not null as there`;
    // Where it is there already, nobody needs the right to make one.
    if (!(await schemas.execute(transaction)).rows[0]?.there)
      await transaction.schema.createSchema(SCHEMA).execute();
    await createMigrationsTable(transaction);
  });
}
