import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const secret = 'hunter2 "hunter3"';
const escaped = JSON.stringify(secret).slice(1, -1);
const forms = [secret, escaped, JSON.stringify(escaped).slice(1, -1)];

/** Every table that keeps words has it, among many rows that have not. */
async function fill(): Promise<void> {
  for (let at = 0; at < 200; at++) {
    const words = at % 50 === 0 ? `say ${secret} twice ${secret}` : `nothing ${'x'.repeat(at)}`;
    const run = { id: `run${at}`, host: 'local', sessionId: 'main', windowName: words, command: words };
    await store.runs.insert({ ...run, argv: ['echo', words], tags: [words] });
    await store.events.append(run.id, 'prompt', { text: words, list: [words, true, 1, null] });
    await store.events.append(run.id, 'fault', { kind: words });
  }
  await store.agents.insert({ id: 'a', host: 'local', name: secret, metadata: { note: secret } });
  await store.turns.append('a', {
    actor: 'USER',
    intent: 'COMMAND',
    text: secret,
    source: 'hook',
    receipt: { status: secret },
  });
  for (const name of [secret, `${secret} again`]) {
    const tmux = { session: 'swarm', window: name, socket: null };
    await store.workers.insert({ name, host: 'local', tmux, command: secret, state: 'starting' });
  }
}

async function inTables(): Promise<string[]> {
  const tables = ['automation_runs', 'agents', 'turns', 'workers', 'journal', 'journal_marks'];
  const rows = await Promise.all(tables.map((table) => bed.rows(`select * from ${table}`)));
  return tables.filter((_, at) =>
    forms.some((form) =>
      rows[at]?.some((row) => Object.values(row).some((value) => String(value).includes(form))),
    ),
  );
}

describe('a store that is scrubbed', () => {
  it('has the secret in no table, and all values are what they were', async () => {
    await fill();
    expect((await inTables()).length).toBeGreaterThan(5);
    const { changed, remains } = await store.scrub(forms);
    expect(changed).toBeGreaterThan(10);
    expect(remains).toEqual(bed.isPostgres ? ['database-server'] : []);
    expect(await inTables()).toEqual([]);
    expect(await store.runs.get('run0')).toMatchObject({
      command: 'say **** twice ****',
      argv: ['echo', 'say **** twice ****'],
      tags: ['say **** twice ****'],
    });
    expect((await store.workers.list()).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^\*{4}/),
      expect.stringMatching(/^\*{4}/),
    ]);
    const [event] = await store.events.since(0, { runId: 'run0' });
    expect(event?.data).toEqual({
      text: 'say **** twice ****',
      list: ['say **** twice ****', true, 1, null],
    });
    expect(await store.scrub(forms)).toMatchObject({ changed: 0 });
  });

  it('of SQLite has it in no byte of its files, also of rows that were removed', async () => {
    if (bed.isPostgres) return;
    await fill();
    await using other = await bed.open();
    await other.runs.list();
    await store.runs.remove(['run50', 'run100']);
    await store.scrub(forms);
    const folder = join(bed.folder, 'state');
    for (const name of await readdir(folder)) {
      const bytes = await readFile(join(folder, name));
      for (const form of forms) expect([name, bytes.includes(form)]).toEqual([name, false]);
    }
    expect(await other.runs.get('run0')).toMatchObject({ command: 'say **** twice ****' });
  });

  it('keeps its own words where a secret is one of them', async () => {
    await fill();
    await store.scrub(['true', 'run', 'running', 'prompt']);
    expect(await store.runs.get('run1')).toMatchObject({ state: 'running', host: 'local' });
    expect((await store.events.since(0, { limit: 1 }))[0]).toMatchObject({ type: 'prompt', runId: 'run0' });
  });
});
