import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
const now = new Date('2025-01-24T10:30:00.000Z');
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open(() => now);
  await store.runs.insert({
    ...{ id: 'a', host: 'local', sessionId: 'main', windowName: 'auto:a' },
    ...{ command: 'npm init', paneId: '%3' },
  });
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const asks = {
  state: 'waiting-for-input',
  prompt: 'Name?',
  question: 'Name?',
  fingerprint: 's1.one',
  kind: 'line',
  source: 'kernel',
  confidence: 'certain',
} as const;
const goesOn = { state: 'running', source: 'kernel', confidence: 'certain' } as const;
const permission = {
  promptKind: 'permission',
  prompt: 'Run it?',
  question: 'ls\n\nRun it?',
  fingerprint: 'd1.two.x',
  options: [{ number: 1, label: 'Yes', selected: true }],
} as const;

/** What was told of the inbox, and how many waited then. */
async function told(): Promise<unknown[]> {
  const events = await store.journal.since(0, { types: ['inbox'] });
  return events.map(({ data }) => [data.change, data.itemId, data.count]);
}

describe('the inbox', () => {
  it('has what a run asks, and tells of it with the item: when it comes, looks otherwise, and goes', async () => {
    await store.events.status('a', asks, 0);
    const facts = {
      ...{ paneId: '%3', command: 'npm init', prompt: 'Name?', question: 'Name?' },
      ...{ promptKind: 'line', since: now.toISOString() },
    };
    expect(await store.inbox.list()).toEqual([
      { id: 'a', kind: 'run', host: 'local', fingerprint: 's1.one', ...facts },
    ]);
    expect(await store.events.status('a', { ...asks, fingerprint: 's1.two' }, 0)).toBe(false);
    expect(await store.events.status('a', { ...asks, fingerprint: 's1.two' }, 0)).toBe(false);
    expect(await store.inbox.list()).toMatchObject([{ fingerprint: 's1.two' }]);
    await store.events.status('a', goesOn, 0);
    expect(await store.inbox.list()).toEqual([]);
    const events = await store.journal.since(0, { types: ['inbox'] });
    expect(events.map(({ host, data }) => ({ host, ...data }))).toEqual([
      { host: 'local', ...about('added', 1), item: { ...facts, fingerprint: 's1.one' } },
      { host: 'local', ...about('changed', 1), item: { ...facts, fingerprint: 's1.two' } },
      { host: 'local', ...about('removed', 0) },
    ]);
    const prompts = await store.journal.since(0, { types: ['run_prompt'] });
    expect(prompts.map(({ data }) => data.fingerprint)).toEqual(['s1.one']);
  });

  it('leaves out what asks nothing, and what only seems to wait', async () => {
    await store.events.status('a', { ...asks, idle: true }, 0);
    await store.events.status('a', { ...asks, prompt: 'Age?', confidence: 'guess' }, 0);
    expect(await store.inbox.list()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('loses a run with its end, and with its row', async () => {
    await store.events.status('a', asks, 0);
    await store.runs.finish('a', { exitCode: 0 });
    await store.runs.insert({
      id: 'b',
      host: 'local',
      sessionId: 'main',
      windowName: 'auto:b',
      command: 'x',
    });
    await store.events.status('b', asks, 0);
    await store.runs.remove(['b']);
    expect(await told()).toEqual([
      ['added', 'a', 1],
      ['removed', 'a', 0],
      ['added', 'b', 1],
      ['removed', 'b', 0],
    ]);
  });

  it('has the agent instead of the run that it is in, with what it asks', async () => {
    await store.events.status('a', asks, 0);
    await store.agents.insert({ id: 'g', host: 'local', tmuxPaneId: '%3', name: 'reviewer' });
    await store.agents.transition('g', { to: 'AWAITING_INPUT', source: 'screen', asks: permission });
    expect(await store.inbox.list()).toEqual([
      {
        ...{ id: 'g', kind: 'agent', host: 'local', paneId: '%3', name: 'reviewer' },
        ...permission,
        since: now.toISOString(),
      },
    ]);
    const other = { ...permission, fingerprint: 'd1.three.x' };
    await store.agents.transition('g', { to: 'AWAITING_INPUT', source: 'screen', asks: other });
    await store.agents.update('g', { name: 'helper' });
    await store.agents.end('g', 'exit');
    expect(await told()).toEqual([
      ['added', 'a', 1],
      ['removed', 'a', 1],
      ['added', 'g', 1],
      ['changed', 'g', 1],
      ['changed', 'g', 1],
      ['added', 'a', 1],
      ['removed', 'g', 1],
    ]);
  });

  it('calls a run by the name of its worker, also where that is known later', async () => {
    await store.events.status('a', asks, 0);
    const tmux = { session: 's', window: 'w', socket: null };
    await store.workers.insert({ name: 'api', host: 'local', tmux, command: 'npm init', state: 'starting' });
    await store.workers.update('api', { runId: 'a', state: 'running' });
    expect(await store.inbox.list()).toMatchObject([{ id: 'a', name: 'api' }]);
    expect(await told()).toEqual([
      ['added', 'a', 1],
      ['changed', 'a', 1],
    ]);
  });
});

function about(change: string, count: number) {
  return { change, count, kind: 'run', itemId: 'a' };
}
