import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseHostAddress } from '../../src/model/host-address.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from '../store/store-bed.js';
import { ask } from './databases.js';

let bed: StoreBed;
let here: Store;
let there: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  const place = { path: bed.path, url: bed.address };
  here = await openStore({ ...place, machine: 'ann@web1' });
  there = await openStore({ ...place, machine: 'bob@web2' });
});
afterEach(async () => {
  await here.close();
  await there.close();
  await bed[Symbol.asyncDispose]();
});

const run = { sessionId: 'main', windowName: 'auto:x', command: 'make' };
const hosts = [
  'local',
  'local?socket=work',
  'docker://box',
  'ssh://ann@build:22',
  'ssh://localhost',
  'k8s://ns/pod',
];

describe('machines that share a store', () => {
  it('have each a tmux server of its own, and containers, and hosts that all of them reach', async () => {
    for (const [index, host] of hosts.entries())
      await here.runs.insert({ ...run, id: `r${index}`, host, paneId: '%1' });
    expect((await here.runs.list({ order: 'oldest' })).runs.map(({ host }) => host).sort()).toEqual(
      [...hosts].sort(),
    );
    const seen = await Promise.all(hosts.map(async (_, index) => (await there.runs.get(`r${index}`))?.host));
    expect(seen).toEqual([
      'machine://ann@web1/local',
      'machine://ann@web1/local?socket=work',
      'machine://ann@web1/docker://box',
      'ssh://ann@build:22',
      'machine://ann@web1/ssh://localhost',
      'k8s://ns/pod',
    ]);
    expect(await there.runs.count({ host: 'local' })).toBe(0);
    expect(await there.runs.count({ host: 'machine://ann@web1/local' })).toBe(1);
    expect(await here.runs.count({ host: 'local' })).toBe(1);
    expect((await here.runs.hosts()).map(({ host }) => host).sort()).toEqual([...hosts].sort());
    const events = await there.journal.since(0, { types: ['run_started'] });
    expect(events.map(({ host }) => host)).toEqual(seen);
    expect(await there.journal.since(0, { host: 'local' })).toEqual([]);
    await there.journal.append({ type: 'sessions' });
    const written = await ask(
      bed.address,
      'select machine, count(*)::int as events from journal group by machine',
    );
    expect(written.toSorted((a, b) => Number(b.events) - Number(a.events))).toEqual([
      { machine: 'ann@web1', events: hosts.length },
      { machine: 'bob@web2', events: 1 },
    ]);
    expect(() => parseHostAddress(seen[1] ?? '')).toThrow(
      expect.objectContaining({ code: 'HOST_ELSEWHERE', suggestion: expect.stringContaining('ann@web1') }),
    );
  });

  it('change what they have, by whatever way it is written', async () => {
    await here.agents.insert({ id: 'a', host: 'local' });
    expect(await here.agents.update('a', { host: 'docker://box' })).toMatchObject({ host: 'docker://box' });
    expect(await there.agents.get('a')).toMatchObject({ host: 'machine://ann@web1/docker://box' });
    expect(await there.agents.update('a', { name: 'helper' })).toMatchObject({
      host: 'machine://ann@web1/docker://box',
    });
    expect(await here.agents.list({ host: 'docker://box' })).toMatchObject([{ name: 'helper' }]);
    const chat = { workspace: 'w', chatId: '1', createdAt: new Date(), lastUsedAt: new Date() };
    await here.sessions.put({ ...chat, host: 'local', name: 'one' });
    await there.sessions.put({ ...chat, host: 'local', name: 'two' });
    await there.sessions.replace('local', []);
    expect(await here.sessions.list()).toMatchObject([{ host: 'local', name: 'one' }]);
    expect(await there.sessions.hosts()).toEqual(['machine://ann@web1/local']);
    // What was never a host stays as it is, whatever it is called.
    expect(await here.workers.insert(worker('local'))).toMatchObject({ name: 'local', host: 'local' });
    expect(await there.workers.insert(worker('local'))).toBeUndefined();
    expect(await there.workers.list({ host: 'local' })).toEqual([]);
  });

  it('tell of what they see of their own, each once', async () => {
    const look = (store: Store, host: string, value: string): Promise<boolean> =>
      store.journal.appendChange('tree', value, { type: 'sessions', host });
    expect(await look(here, 'local', 'x')).toBe(true);
    expect(await look(there, 'local', 'y')).toBe(true);
    expect(await look(here, 'local', 'x')).toBe(false);
    expect(await look(here, 'ssh://build', 'z')).toBe(true);
    expect(await look(there, 'ssh://build', 'z')).toBe(false);
  });

  it('know where the file of a recording is', async () => {
    await here.recordings.insert({
      id: 'c1',
      host: 'ssh://build',
      server: undefined,
      runId: undefined,
      title: undefined,
      owner: undefined,
      paneId: '%1',
      target: '%1',
      source: 'live',
      format: 'v2',
      input: false,
      path: '/home/ann/c1.cast',
      width: 80,
      height: 24,
      state: 'recording',
      startedAt: new Date(),
    });
    await here.recordings.advance('c1', { bytes: 10, durationMs: 12.5 });
    expect(await here.recordings.get('c1')).toMatchObject({ path: '/home/ann/c1.cast', durationMs: 13 });
    expect(await there.recordings.get('c1')).toMatchObject({
      host: 'ssh://build',
      path: 'machine://ann@web1//home/ann/c1.cast',
    });
  });

  it('open what the others have sealed only with the same key', async () => {
    await using stranger = await openStore({
      path: bed.path,
      url: bed.address,
      keyFile: `${bed.folder}/other.key`,
    });
    const key = { agent: 'claude', name: 'token' };
    await here.credentials.put({ ...key, value: 'secret' });
    expect(await there.credentials.get(key)).toMatchObject({ value: 'secret' });
    await expect(stranger.credentials.get(key)).rejects.toMatchObject({ code: 'VAULT_KEY_MISSING' });
    await expect(stranger.credentials.put({ ...key, value: 'x' })).rejects.toMatchObject({
      code: 'VAULT_KEY_MISSING',
      message: expect.stringContaining('other.key'),
    });
  });

  it('count prompts of any text, and sort in one order whatever the language of the database', async () => {
    for (const [index, text] of ['a\0b', '\ud800x', '\\u0000', 'ä', 'B', 'a'].entries()) {
      await here.runs.insert({ ...run, id: `r${index}`, host: 'local', type: text });
      await here.events.append(`r${index}`, 'prompt', { text });
    }
    const { types } = await there.metrics.snapshot();
    expect(types.map(({ type }) => type)).toEqual(['B', '\\u0000', 'a', 'a\u2400b', 'ä', '\ufffdx']);
    expect(types.map(({ commonPrompts }) => commonPrompts[0]?.text)).toEqual([
      'B',
      '\\ufffd',
      'a',
      'a\ufffdb',
      'ä',
      '\ufffdx',
    ]);
    const [row] = await ask(bed.address, `select 'a' < 'B' as language, 'a' < 'B' collate "C" as bytes`);
    expect(row).toEqual({ language: true, bytes: false });
  });
});

function worker(name: string) {
  return {
    name,
    host: 'local',
    tmux: { session: 's', window: name, socket: null },
    command: 'cat',
    state: 'starting',
  } as const;
}
