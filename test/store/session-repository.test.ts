import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open();
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const first = {
  name: 'claude-a-1',
  workspace: 'a',
  chatId: '1',
  createdAt: new Date('2025-01-24T10:30:00.123Z'),
  lastUsedAt: new Date('2025-01-24T10:31:00.456Z'),
};
const second = { ...first, name: 'claude-b~0', workspace: 'b\n\ud800', createdAt: new Date('2025-01-25') };

it('keeps the sessions of hosts with their times', async () => {
  await store.sessions.put({ ...first, host: 'local' });
  await store.sessions.put({ ...second, host: 'docker://box' });
  await store.sessions.put({ ...second, host: 'local' });
  expect(await store.sessions.list('local')).toEqual(
    [first, second].map((one) => ({ ...one, host: 'local' })),
  );
  expect(await store.sessions.list()).toHaveLength(3);
  expect(await store.sessions.hosts()).toEqual(['docker://box', 'local']);
  const lastUsedAt = new Date('2025-02-01');
  await store.sessions.put({ ...first, host: 'local', lastUsedAt });
  expect((await store.sessions.list('local'))[0]).toMatchObject({ createdAt: first.createdAt, lastUsedAt });
});

it('forgets one session, or all that a host does not have any more', async () => {
  await store.sessions.put({ ...first, host: 'local' });
  await store.sessions.put({ ...first, host: 'other' });
  await store.sessions.replace('local', [second]);
  expect((await store.sessions.list('local')).map(({ name }) => name)).toEqual([second.name]);
  await store.sessions.remove('local', second.name);
  await store.sessions.replace('other', []);
  expect(await store.sessions.list()).toEqual([]);
});
