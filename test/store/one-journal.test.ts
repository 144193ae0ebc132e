import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allMigrations, migrate } from '../../src/store/migrate.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

const START = '2025-01-24T10:30:00.000Z';
const now = (): Date => new Date('2025-01-24T11:00:00.000Z');
let bed: StoreBed;
let store: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  const engine = await bed.engine();
  await migrate(engine, now, allMigrations.slice(0, 10));
  await engine.close();
  await fill();
  store = await bed.open(now);
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

/** As the version before wrote it: each event twice, of which the journal has forgotten the first. */
async function fill(): Promise<void> {
  for (const id of ['a', 'b']) await bed.rows(INSERT_RUN, [id, START]);
  await bed.rows(
    `insert into agents (id, host, tmux_pane_id, state, state_source, state_detail, state_since, started_at, last_seen_at,
       metadata) values ('g', 'local', '%9', 'AWAITING_INPUT', 'hook', '', ?, ?, ?, '{}')`,
    [START, START, START],
  );
  await add('run_events', 'a', 'prompt', { text: 'Name?', source: 'kernel', confidence: 'certain' });
  await add('run_events', 'b', 'prompt', { text: 'Name?', source: 'kernel', confidence: 'certain' });
  await add('run_events', 'a', 'prompt', { text: 'Name?', source: 'kernel', confidence: 'certain' });
  await add('run_events', 'a', 'fault', { reason: 'ENOSPC' });
  await add('run_events', 'b', 'exit', { code: 3, lost: false, timedOut: false });
  await add('agent_events', 'g', 'turn', { turn_id: 1 });
  await add('agent_events', 'g', 'state_changed', { new_state: 'AWAITING_INPUT' });
  await told('run_prompt', 'a', {
    prompt: 'Name?',
    source: 'kernel',
    confidence: 'certain',
    kind: 'line',
  });
  await told('run_exit', 'b', { code: 3, lost: false, timedOut: false });
  await told('state_changed', 'g', { new_state: 'AWAITING_INPUT' });
  const asks = {
    state: 'waiting-for-input',
    prompt: 'Name?',
    kind: 'line',
    source: 'kernel',
    confidence: 'certain',
  };
  for (const [key, value, data] of [
    ['run a', '', { ...asks, answers: 2 }],
    ['inbox', 'hash', {}],
    ['fault a', '{}', {}],
  ] as const)
    await bed.rows('insert into journal_marks values (?, ?, ?, ?)', [
      key,
      value,
      JSON.stringify(data),
      START,
    ]);
}

const INSERT_RUN = `insert into automation_runs
  (id, host, session_id, window_name, log_format, command, type, interactive, state, started_at, lost, timed_out,
   last_cursor, bytes, prompts, attempt, tags)
  values (?, 'local', 'main', 'auto', 'text', 'make', 'make', 0, 'running', ?, 0, 0, 0, 0, 1, 1, '[]')`;

async function add(table: string, subject: string, type: string, data: object): Promise<void> {
  const column = table === 'run_events' ? 'run_id' : 'agent_id';
  const values = [subject, START, type, JSON.stringify(data)];
  await bed.rows(`insert into ${table} (${column}, at, type, data) values (?, ?, ?, ?)`, values);
}

async function told(type: string, target: string, data: object): Promise<void> {
  const values = [START, type, target, JSON.stringify(data)];
  await bed.rows(`insert into journal (at, type, host, target, data) values (?, ?, 'local', ?, ?)`, values);
}

describe('a database of before the journal was the only log', () => {
  it('gives the same events of runs and agents, each once and in their order', async () => {
    const events = await store.events.since(0);
    expect(
      events.map(({ runId, type, data }) => [runId, type, data.text ?? data.reason ?? data.code]),
    ).toEqual([
      ['a', 'prompt', 'Name?'],
      ['b', 'prompt', 'Name?'],
      ['a', 'fault', 'ENOSPC'],
      ['a', 'prompt', 'Name?'],
      ['b', 'exit', 3],
    ]);
    expect(events[0]).toMatchObject({
      at: new Date(START),
      data: { source: 'kernel', confidence: 'certain' },
    });
    const [first] = events;
    expect(await store.events.since(first?.id ?? 0)).toEqual(events.slice(1));
    expect((await store.agentEvents.since(0)).map(({ type, data }) => [type, data])).toEqual([
      ['turn', { turn_id: 1 }],
      ['state_changed', { new_state: 'AWAITING_INPUT' }],
    ]);
    const { types } = await store.metrics.snapshot();
    expect(types[0]?.commonPrompts).toEqual([{ text: 'Name?', count: 3 }]);
    for (const table of ['run_events', 'agent_events'])
      await expect(bed.rows(`select * from ${table}`)).rejects.toThrow();
  });

  it('has the cursors of readers stay true', async () => {
    expect((await store.journal.since(0)).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(await store.journal.oldestId()).toBe(1);
    const next = await store.journal.append({ type: 'sessions', host: 'local' });
    // With several machines each writes a stream of its own from now on; what is there is the first one.
    expect(next).toBe(bed.isPostgres ? '1-1' : 4);
    expect((await store.journal.since(2)).map(({ id }) => id)).toEqual([3, bed.isPostgres ? '3.1-1' : 4]);
    await store.runs.remove(['a', 'b']);
    expect(await store.events.since(0)).toEqual([]);
    const types = ['run_prompt', 'run_exit', 'state_changed'];
    expect((await store.journal.since(0, { types })).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('knows what its runs ask, and tells when they go on', async () => {
    expect(await store.runs.get('a')).toMatchObject({
      asks: { prompt: 'Name?', kind: 'line', source: 'kernel', confidence: 'certain' },
      statusSince: new Date(START),
    });
    expect((await store.inbox.list()).map(({ id }) => id)).toEqual(['a', 'g']);
    const goesOn = { state: 'running', source: 'kernel', confidence: 'certain' } as const;
    expect(await store.events.status('a', goesOn, 1)).toBe(false);
    expect(await store.events.status('a', goesOn, 2)).toBe(true);
    const inbox = await store.journal.since(3, { types: ['inbox'] });
    expect(inbox.map(({ data }) => [data.change, data.itemId, data.count])).toEqual(
      expect.arrayContaining([['removed', 'a', 1]]),
    );
    const marks = await bed.rows('select key from journal_marks');
    expect(marks).toEqual([{ key: 'fault a' }]);
  });
});
