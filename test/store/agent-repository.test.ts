import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/store/migrate.js';
import { firstTables } from '../../src/store/migrations/0001-first-tables.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
let now = new Date('2025-01-24T10:30:00.000Z');
beforeEach(async () => {
  now = new Date('2025-01-24T10:30:00.000Z');
  bed = await StoreBed.make();
  store = await bed.open(() => now);
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const later = (seconds: number): Date => new Date(now.getTime() + 1000 * seconds);

describe('agents', () => {
  it('have a pane, a string or null, in the column tmux_pane_id [B28]', async () => {
    const { agent } = await store.agents.insert({ id: 'a', host: 'local' });
    expect(agent.tmuxPaneId).toBeNull();
    await store.agents.update('a', { tmuxPaneId: '%3' });
    expect(await store.agents.get('a')).toMatchObject({ tmuxPaneId: '%3' });
    expect(await column('tmux_pane_id')).toBe('%3');
    expect(await store.agents.update('a', { tmuxPaneId: null })).toMatchObject({ tmuxPaneId: null });
    expect(await column('tmux_pane_id')).toBeNull();
  });

  it('come back as they were stored, with what nobody said left open', async () => {
    const given = {
      id: 'a',
      sessionId: 's1',
      host: 'docker://box',
      server: '12:34',
      tmuxPaneId: '%1',
      panePid: 77,
      itermPaneId: 'w0t0p0',
      profile: 'claude',
      name: 'reviewer',
      cwd: '/p',
      metadata: { model: 'opus' },
    } as const;
    const { agent, created } = await store.agents.insert(given);
    expect(created).toBe(true);
    expect(agent).toEqual({
      ...given,
      state: 'UNKNOWN',
      stateSource: 'registered',
      stateDetail: '',
      stateSince: now,
      startedAt: now,
      lastSeenAt: now,
      endedAt: undefined,
      endReason: undefined,
    });
    expect(await store.agents.get('a')).toEqual(agent);
    expect(await store.agents.bySession('s1')).toEqual(agent);
    expect(await store.agents.get('none')).toBeUndefined();
    expect(await store.agents.bySession('none')).toBeUndefined();
  });

  it('are one for a session, whoever tells of it first', async () => {
    const first = await store.agents.insert({ id: 'a', host: 'local', sessionId: 's' });
    const second = await store.agents.insert({ id: 'b', host: 'local', sessionId: 's' });
    expect(second).toEqual({ agent: first.agent, created: false });
    await expect(store.agents.insert({ id: 'a', host: 'local' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  it('are listed by what is asked for, the newest first', async () => {
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      await store.agents.insert({
        id,
        host: index === 0 ? 'local' : 'docker://x',
        startedAt: later(index),
        name: id,
      });
    }
    await store.agents.end('b', 'exit');
    await store.agents.transition('c', { to: 'IDLE', source: 'hook' });
    const ids = async (options: Parameters<typeof store.agents.list>[0]): Promise<string[]> =>
      (await store.agents.list(options)).map(({ id }) => id);
    expect(await ids({})).toEqual(['c', 'b', 'a']);
    expect(await ids({ limit: 1 })).toEqual(['c']);
    expect(await ids({ live: true })).toEqual(['c', 'a']);
    expect(await ids({ live: false })).toEqual(['b']);
    expect(await ids({ host: 'local' })).toEqual(['a']);
    expect(await ids({ state: ['IDLE', 'PROCESSING'] })).toEqual(['c']);
    expect(await ids({ name: 'b' })).toEqual(['b']);
  });

  it('get a pane that is discovered only where they have none', async () => {
    await store.agents.insert({ id: 'a', host: 'local' });
    const place = { host: 'local?socket=x', server: '1:2', tmuxPaneId: '%5', panePid: 9 };
    expect(await store.agents.discoverPane('a', place)).toBe(true);
    expect(await store.agents.discoverPane('a', { ...place, tmuxPaneId: '%6' })).toBe(false);
    expect(await store.agents.get('a')).toMatchObject(place);
    await expect(store.agents.discoverPane('none', place)).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
  });

  it('change their state with an event, from the states that were expected, and not on old news', async () => {
    await store.agents.insert({ id: 'a', host: 'local' });
    const first = await store.agents.transition('a', {
      to: 'AWAITING_INPUT',
      source: 'hook',
      at: later(10),
      detail: 'Stop',
    });
    expect(first).toEqual({
      id: expect.any(Number),
      agentId: 'a',
      at: later(10),
      type: 'state_changed',
      data: {
        agent_id: 'a',
        old_state: 'UNKNOWN',
        new_state: 'AWAITING_INPUT',
        source: 'hook',
        detail: 'Stop',
      },
    });
    expect(
      await store.agents.transition('a', { to: 'AWAITING_INPUT', source: 'x', at: later(11) }),
    ).toBeUndefined();
    expect(
      await store.agents.transition('a', { to: 'PROCESSING', source: 'x', at: later(9) }),
    ).toBeUndefined();
    expect(
      await store.agents.transition('a', { to: 'PROCESSING', source: 'x', from: ['IDLE'], at: later(11) }),
    ).toBeUndefined();
    expect(await store.agents.get('a')).toMatchObject({
      state: 'AWAITING_INPUT',
      stateSince: later(10),
      stateDetail: 'Stop',
    });
    const second = await store.agents.transition('a', {
      to: 'PROCESSING',
      source: 'bridge',
      from: ['AWAITING_INPUT'],
      at: later(11),
      turnId: 7,
    });
    expect(second?.data).toMatchObject({ turn_id: 7, new_state: 'PROCESSING' });
    expect(await store.agentEvents.since(0)).toEqual([first, second]);
    await expect(store.agents.transition('none', { to: 'IDLE', source: 'x' })).rejects.toMatchObject({
      code: 'AGENT_NOT_FOUND',
    });
  });

  it('end once, keep their pane, and can go on again', async () => {
    await store.agents.insert({ id: 'a', host: 'local', tmuxPaneId: '%1' });
    expect(await store.agents.end('a', 'logout')).toBe(true);
    expect(await store.agents.end('a', 'other')).toBe(false);
    expect(await store.agents.get('a')).toMatchObject({
      endedAt: now,
      endReason: 'logout',
      tmuxPaneId: '%1',
    });
    await store.agents.revive('a');
    expect(await store.agents.get('a')).toMatchObject({ endedAt: undefined, endReason: undefined });
    await expect(store.agents.end('none', 'x')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
  });

  it('go with their turns and events', async () => {
    await store.agents.insert({ id: 'a', host: 'local' });
    await store.turns.append('a', { actor: 'USER', intent: 'COMMAND', text: 'x', source: 'hook' });
    await store.agentEvents.append('a', 'commander_availability', { available: true });
    expect(await store.agents.remove('a')).toBe(true);
    expect(await store.agents.remove('a')).toBe(false);
    expect(await store.turns.list('a')).toEqual([]);
    expect(await store.agentEvents.since(0)).toEqual([]);
  });

  it('are there in a database of before, whose runs stay', async () => {
    await using old = await StoreBed.make();
    const engine = await old.engine();
    await migrate(engine, () => now, [firstTables]);
    await engine.close();
    await old.rows(`insert into automation_runs
        (id, host, session_id, window_name, log_format, command, type, interactive, state, started_at, lost, timed_out,
         last_cursor, bytes, prompts, attempt, tags)
        values ('r1', 'local', 'main', 'auto:r1', 'text', 'make', 'make', 0, 'running', '2025-01-01T00:00:00.000Z', 0, 0,
         0, 0, 0, 1, '[]')`);
    await using migrated = await old.open();
    expect(await migrated.runs.get('r1')).toMatchObject({ command: 'make' });
    await migrated.agents.insert({ id: 'a', host: 'local' });
    expect(await migrated.agents.list()).toHaveLength(1);
  });
});

async function column(name: string): Promise<unknown> {
  const [row] = await bed.rows(`select ${name} from agents`);
  return row?.[name];
}
