import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownTree } from '../../../src/operations/panes/known-tree.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

let open: OpenOperations;
let tmux: Tmux;
beforeEach(async () => {
  open = await openOperations();
  // As a server does.
  const feed = await open.runtime.events();
  await feed.start();
  feed.add(open.host);
  tmux = await open.runtime.connect(open.host);
  await expect.poll(() => looksFor(() => list())).toBe(0);
});
afterEach(() => open[Symbol.asyncDispose]());

describe('pane.list of a process that watches', () => {
  it('looks at tmux only after something has changed', async () => {
    const before = await list();
    expect(await looksFor(() => list())).toBe(0);
    await other('new-window', '-d', '-t', '=main:', 'cat');
    await expect.poll(async () => panesOf(await list()).length).toBe(panesOf(before).length + 1);
    await expect.poll(() => looksFor(() => list())).toBe(0);
  });

  it('shows at once what this process itself has changed', async () => {
    for (let round = 0; round < 20; round++) {
      const [id = ''] = await tmux.command('new-window', '-dPF', '#{pane_id}', '-t', '=main:', 'cat');
      expect(panesOf(await list()).map((pane) => pane.id)).toContain(id);
      await tmux.command('kill-pane', '-t', id);
      expect(panesOf(await list()).map((pane) => pane.id)).not.toContain(id);
    }
  });

  it.each([
    ['a new session', ['new-session', '-d', '-s', 'more', 'cat']],
    ['a split', ['split-window', '-d', '-t', '=main:', 'cat']],
    ['a window of another session', ['new-window', '-d', '-t', '=other:', 'cat']],
    ['a window before another one', ['new-window', '-d', '-b', '-t', '=other:{start}', 'cat']],
    ['a split in another session', ['split-window', '-d', '-t', '=other:', 'cat']],
    ['a killed window', ['kill-window', '-t', '=other:{start}']],
    ['a killed session', ['kill-session', '-t', '=other']],
    ['a renamed window', ['rename-window', '-t', '=other:', 'named']],
    ['a renamed session', ['rename-session', '-t', '=other', 'another']],
    ['a linked window', ['link-window', '-d', '-s', '=other:{start}', '-t', '=main:77']],
    ['a moved window', ['move-window', '-d', '-s', '=other:{start}', '-t', '=other:55']],
    ['a swapped pane', ['swap-pane', '-d', '-s', '=other:{start}.0', '-t', '=other:{start}.1']],
    ['another size', ['resize-window', '-t', '=other:', '-x', '101', '-y', '31']],
    ['another active pane', ['select-pane', '-t', '=other:{start}.1']],
    ['a title', ['select-pane', '-t', '=other:{start}.0', '-T', '⠋ a title: #{x} "y"']],
    ['another program', ['respawn-pane', '-k', '-t', '=other:{start}.0', 'sleep 1000']],
    ['a folder', ['respawn-pane', '-k', '-c', '/usr', '-t', '=other:{start}.0', 'cat']],
  ])('shows what another client has done, as a look would: %s', async (_what, command) => {
    await other('new-session', '-d', '-s', 'other', 'cat');
    await other('split-window', '-d', '-t', '=other:', 'cat');
    await other('new-window', '-d', '-t', '=other:', 'cat');
    await expect.poll(async () => JSON.stringify(await list())).toBe(JSON.stringify(await looked()));
    const before = JSON.stringify(await list());
    await other(...command);
    await expect.poll(async () => JSON.stringify(await list())).not.toBe(before);
    await expect.poll(async () => sameAsLooked()).toBe(true);
    await expect.poll(() => looksFor(() => list())).toBe(0);
    expect(await sameAsLooked()).toBe(true);
  });

  it('is a look as long as the connection is lost, and when it is back shows what was missed', async () => {
    const [client] = await tmux.command('display-message', '-p', '#{client_pid}');
    const known = KnownTree.of(tmux);
    expect(await known.structure()).toBeDefined();
    const lost = new Promise((resolve) => tmux.once('disconnected', resolve));
    process.kill(Number(client), 'SIGKILL');
    await lost;
    await other('new-window', '-d', '-t', '=main:', '-n', 'missed', 'cat');
    const names = (await list()).sessions.flatMap(({ windows }: Answer) =>
      windows.map(({ name }: Answer) => name),
    );
    expect(names).toContain('missed');
    await expect.poll(() => looksFor(() => list())).toBe(0);
    expect(await sameAsLooked()).toBe(true);
  });

  it('hides a secret also in an answer that it has given before', async () => {
    await other('select-pane', '-t', '=main:', '-T', 'key canary-4711');
    await expect.poll(async () => panesOf(await list())[0].title).toBe('key canary-4711');
    (await open.runtime.redactor()).hide('canary-4711');
    expect(panesOf(await list())[0].title).not.toContain('canary');
  });
});

describe('run.list of a process that watches', () => {
  it('asks no host while nothing has changed, and shows each end as soon as it is told', async () => {
    const { id, paneId } = await open.call('run.start', { host: open.host, command: 'echo ready; cat' });
    const { id: second } = await open.call('run.start', { host: open.host, command: 'read x; exit 7' });
    await expect.poll(() => looksFor(() => open.call('run.list'))).toBe(0);
    expect(await states()).toEqual({ [id]: 'running', [second]: 'running' });
    await other('kill-pane', '-t', paneId);
    await expect.poll(states).toEqual({ [id]: 'lost', [second]: 'running' });
    await open.call('run.input', { run: second, text: 'x' });
    await expect.poll(states).toEqual({ [id]: 'lost', [second]: 'finished' });
  });

  it('shows the runs and the removals of another process', async () => {
    expect(await states()).toEqual({});
    const runtime = open.another();
    const { id } = await open.call('run.start', { host: open.host, command: 'cat' }, { by: runtime });
    expect(await states()).toEqual({ [id]: 'running' });
    await expect.poll(() => looksFor(() => open.call('run.list'))).toBe(0);
    const store = await runtime.store();
    await store.runs.remove([id]);
    // Its pane is there, so it is found again by the next look; the list is not that of before.
    expect(await states()).not.toEqual({ [id]: 'finished' });
  });

  it('is a look where this process does not watch', async () => {
    const runtime = open.another();
    const { id, paneId } = await open.call('run.start', { host: open.host, command: 'cat' });
    expect(await states({ by: runtime })).toEqual({ [id]: 'running' });
    await other('kill-pane', '-t', paneId);
    await expect.poll(() => states({ by: runtime })).toEqual({ [id]: 'lost' });
  });
});

function list(): Promise<Answer> {
  return open.call('pane.list', { host: open.host });
}

/** What a process sees that has never looked before. */
async function looked(): Promise<Answer> {
  await using runtime = open.another();
  return await open.call('pane.list', { host: open.host }, { by: runtime });
}

async function sameAsLooked(): Promise<boolean> {
  const [known, there] = [await list(), await looked()];
  return JSON.stringify(known) === JSON.stringify(there);
}

function panesOf({ sessions }: Answer): Answer[] {
  return sessions.flatMap(({ windows }: Answer) => windows.flatMap(({ panes }: Answer) => panes));
}

async function states(calling = {}): Promise<Record<string, string>> {
  const { runs } = await open.call('run.list', {}, calling);
  return Object.fromEntries(runs.map(({ id, state }: Answer) => [id, state]));
}

/** How many commands are sent to tmux meanwhile that list panes. */
async function looksFor(work: () => Promise<unknown>): Promise<number> {
  const request = tmux.request.bind(tmux);
  let looks = 0;
  tmux.request = (commands, options) => {
    if (commands.some(([name]) => name === 'list-panes')) looks++;
    return request(commands, options);
  };
  try {
    await work();
  } finally {
    tmux.request = request;
  }
  return looks;
}

/** A client of its own, as a person's. */
async function other(...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('tmux', ['-L', open.server.socket, ...command]);
  return stdout;
}
