import { afterEach, beforeEach, expect, it } from 'vitest';
import { allMigrations, migrate } from '../../src/store/migrate.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
beforeEach(async () => {
  bed = await StoreBed.make();
});
afterEach(() => bed[Symbol.asyncDispose]());

const now = (): Date => new Date('2026-11-18T08:00:00Z');
const token = { kind: 'token', name: 'ci', hash: 'h', scopes: ['read'], parent: undefined } as const;

it('keeps what a token may reach', async () => {
  const store = await bed.open();
  const reach = { hosts: ['docker://ci'], sessions: ['work'], tags: ['nightly'] };
  await store.tokens.insert({ ...token, id: 'a', reach, expiresAt: undefined });
  await store.tokens.insert({ ...token, id: 'b', reach: {}, expiresAt: undefined });
  expect((await store.tokens.get('a'))?.reach).toEqual(reach);
  expect((await store.tokens.list('token')).map((one) => one.reach)).toEqual([reach, {}]);
  await store.close();
});

it('gives tokens of an older schema no limits but the hosts that are known', async () => {
  const engine = await bed.engine();
  const before = allMigrations.findIndex(({ name }) => name === 'token-reach');
  await migrate(engine, now, allMigrations.slice(0, before));
  const { kind, name, hash } = token;
  const row = { id: 'old', kind, name, hash, scopes: '["control"]', created_at: now().toISOString() };
  await engine.db
    .insertInto('server_tokens')
    .values(row as never)
    .execute();
  await engine.close();
  const store = await bed.open();
  expect(await store.tokens.get('old')).toMatchObject({ scopes: ['control'], reach: {} });
  await store.close();
});
