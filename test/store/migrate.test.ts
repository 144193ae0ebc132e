import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/store/engine.js';
import { migrate } from '../../src/store/migrate.js';
import type { Migration } from '../../src/store/migration.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let engine: Engine;
beforeEach(async () => {
  bed = await StoreBed.make();
  engine = await bed.engine();
});
afterEach(async () => {
  await engine.close();
  await bed[Symbol.asyncDispose]();
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
  return (await engine.db.introspection.getTables())
    .filter(({ schema }) => schema === undefined || schema === 'muxwright')
    .map(({ name }) => name)
    .sort();
}
