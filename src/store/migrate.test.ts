import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from './engine.js';
import { migrate } from './migrate.js';
import type { Migration } from './migration.js';
import { openSqlite } from './sqlite/open-sqlite.js';

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
  engine = await openSqlite(join(folder, 'muxwright.db'));
});
afterEach(async () => {
  engine.close();
  await rm(folder, { recursive: true });
});

const now = (): Date => new Date('2025-01-24T10:30:00Z');
const one = adds('one');
const two = adds('two');
const fails: Migration = { name: 'fails', up: () => Promise.reject(new Error('no luck')) };

describe('migrate', () => {
  it('does each step once, in order, and writes down when', async () => {
    await migrate(engine, now, [one]);
    await migrate(engine, now, [one]);
    await migrate(engine, now, [one, two]);
    expect(await engine.db.selectFrom('muxwright_migrations').selectAll().execute()).toEqual([
      { version: 1, name: 'one', applied_at: '2025-01-24T10:30:00.000Z' },
      { version: 2, name: 'two', applied_at: '2025-01-24T10:30:00.000Z' },
    ]);
    expect(await tables()).toEqual(['muxwright_migrations', 'one', 'two']);
  });

  it('leaves the schema as it was when a step fails', async () => {
    await migrate(engine, now, [one]);
    await expect(migrate(engine, now, [one, two, fails])).rejects.toThrow('no luck');
    expect(await tables()).toEqual(['muxwright_migrations', 'one']);
    await migrate(engine, now, [one, two]);
    expect(await tables()).toEqual(['muxwright_migrations', 'one', 'two']);
  });

  it('refuses a schema that has more steps than it knows', async () => {
    await migrate(engine, now, [one, two]);
    await expect(migrate(engine, now, [one])).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
      details: { version: 2, known: 1 },
    });
  });
});

function adds(table: string): Migration {
  return {
    name: table,
    async up(db) {
      await db.schema.createTable(table).addColumn('id', 'integer').execute();
    },
  };
}

async function tables(): Promise<string[]> {
  const query = sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`;
  return (await query.execute(engine.db)).rows.map(({ name }) => name);
}
