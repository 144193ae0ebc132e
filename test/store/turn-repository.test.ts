import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

const now = new Date('2025-01-24T10:30:00.000Z');
let bed: StoreBed;
let store: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open(() => now);
  await store.agents.insert({ id: 'a', host: 'local' });
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const command = { actor: 'USER', intent: 'COMMAND', text: 'go on', source: 'hook' } as const;
const answer = {
  actor: 'USER',
  intent: 'ANSWER',
  text: 'go on',
  source: 'respond',
  receipt: { status: 'submitted' },
} as const;
const done = { actor: 'AGENT', intent: 'COMPLETION', text: 'done', source: 'hook' } as const;

describe('turns', () => {
  it('come back in their order, of one agent, from any point on', async () => {
    const first = await store.turns.append('a', command);
    expect(first).toEqual({
      ...command,
      id: 1,
      agentId: 'a',
      createdAt: now,
      confirmedAt: undefined,
      receipt: undefined,
    });
    const second = await store.turns.append('a', done);
    const third = await store.turns.append('a', answer);
    await store.agents.insert({ id: 'b', host: 'local' });
    await store.turns.append('b', command);
    expect(await store.turns.list('a')).toEqual([third, second, first]);
    expect(await store.turns.list('a', { order: 'oldest', after: 1 })).toEqual([second, third]);
    expect(await store.turns.list('a', { before: 3, limit: 1 })).toEqual([second]);
    expect(await store.turns.last('a')).toEqual(third);
    expect(await store.turns.last('a', 'AGENT')).toEqual(second);
    expect(await store.turns.get(2)).toEqual(second);
    expect(await store.turns.get(99)).toBeUndefined();
    expect(third.receipt).toEqual({ status: 'submitted' });
  });

  it('need an agent', async () => {
    await expect(store.turns.append('none', command)).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
  });

  it('are one where one side sent what the other side saw, whoever tells first', async () => {
    const sent = await store.turns.appendOnce('a', answer, { source: 'hook', since: now });
    const seen = await store.turns.appendOnce('a', command, { source: 'respond', since: now });
    expect(seen).toEqual({ ...sent, confirmedAt: now });
    expect(await store.turns.list('a')).toEqual([seen]);

    const again = await store.turns.appendOnce('a', command, { source: 'respond', since: now });
    expect(again.id).toBe(2);
    const answered = await store.turns.appendOnce('a', answer, { source: 'hook', since: now });
    expect(answered).toMatchObject({
      id: 2,
      intent: 'ANSWER',
      confirmedAt: now,
      receipt: { status: 'submitted' },
    });
    expect(await store.turns.list('a')).toHaveLength(2);
  });

  it('are two where the words differ, or the other one is too old', async () => {
    await store.turns.append('a', answer);
    await store.turns.appendOnce('a', { ...command, text: 'stop' }, { source: 'respond', since: now });
    await store.turns.appendOnce('a', command, { source: 'respond', since: new Date(now.getTime() + 1) });
    expect(await store.turns.list('a')).toHaveLength(3);
    const cut = await store.turns.appendOnce(
      'a',
      { ...command, text: 'go' },
      {
        source: 'respond',
        since: now,
        sameText: (text) => text.startsWith('go'),
      },
    );
    expect(cut).toMatchObject({ id: 1, text: 'go on', confirmedAt: now });
  });
});

describe('events of agents', () => {
  it('are given back from any point on, of one agent or of all', async () => {
    await store.agents.insert({ id: 'b', host: 'local' });
    const first = await store.agentEvents.append('a', 'commander_availability', { available: true });
    const second = await store.agentEvents.append('b', 'turn', {});
    expect(await store.agentEvents.since(0)).toEqual([first, second]);
    expect(await store.agentEvents.since(first.id)).toEqual([second]);
    expect(await store.agentEvents.since(0, { agentId: 'a' })).toEqual([first]);
    expect(await store.agentEvents.since(0, { limit: 1 })).toEqual([first]);
    expect(await store.agentEvents.lastId()).toBe(second.id);
    await expect(store.agentEvents.append('none', 'turn')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
  });
});
