import { join } from 'node:path';
import { ask, makeDatabase } from '../../postgres/databases.js';
import { PostgresServer } from '../../postgres/postgres-server.js';
import { localPlace, type Place } from '../place.js';
import type { World } from '../world.js';
import type { Fault, Injected } from './fault.js';

/** One server for all rounds of this process; each round has its own database. */
let shared: Promise<PostgresServer> | undefined;

function server(): Promise<PostgresServer> {
  shared ??= PostgresServer.make({ losesNothing: true });
  return shared;
}

/** This machine, with a store in PostgreSQL and two servers on it. */
export async function postgresPlace(folder: string): Promise<Place> {
  const url = await makeDatabase((await server()).url('postgres'));
  const keyFile = join(folder, 'home', 'credentials.key');
  const machine = 'chaos';
  const env = { MUXWRIGHT_STORE: url, MUXWRIGHT_MACHINE: machine, MUXWRIGHT_KEY_FILE: keyFile };
  return { ...localPlace(), store: { url, machine, keyFile }, env: () => env };
}

export async function closePostgres(): Promise<void> {
  await (await shared)?.[Symbol.asyncDispose]();
  shared = undefined;
}

/** The database server, restarted, crashed, or with its connections cut. */
export const postgresFaults: readonly Fault[] = [
  {
    name: 'PostgreSQL restarted',
    group: 'postgres',
    weight: 2,
    forMs: [0, 2_000],
    inject: (world) => endServer(world, (postgres) => postgres.stop()),
  },
  {
    name: 'PostgreSQL crashed',
    group: 'postgres',
    weight: 2,
    forMs: [0, 2_000],
    inject: (world) => endServer(world, (postgres) => postgres.crash()),
  },
  {
    name: 'PostgreSQL connections cut',
    group: 'postgres',
    weight: 8,
    forMs: [0, 0],
    inject: async ({ place }, pick) => {
      const rows = await ask(
        place.store?.url ?? '',
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and (pid % 100) / 100.0 < $1`,
        [0.2 + pick],
      );
      return rows.length === 0 ? undefined : { to: `${rows.length} connections`, heal: async () => {} };
    },
  },
];

async function endServer(
  { storeAway, history }: World,
  end: (postgres: PostgresServer) => Promise<void>,
): Promise<Injected> {
  const postgres = await server();
  const time = { from: history.ms, to: Number.POSITIVE_INFINITY };
  storeAway.push(time);
  await end(postgres);
  return {
    to: 'the server',
    heal: async () => {
      await postgres.start();
      time.to = history.ms;
    },
  };
}
