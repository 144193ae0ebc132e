import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownTree } from '../../../src/operations/panes/known-tree.js';
import { reachOf } from '../../../src/operations/reach/reach.js';
import { writtenOnce } from '../../../src/operations/repeated-answer.js';
import type { TokenReach } from '../../../src/store/token-repository.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { type Answer, type CallOptions, type OpenOperations, openOperations } from './open-operations.js';

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
    // tmux tells of another program within a second: one of these may still be a shell about to become `cat`.
    await expect.poll(async () => (await looksFor(() => list())) === 0 && (await sameAsLooked())).toBe(true);
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

  it('asks a host once for all callers that wait for its answer', async () => {
    const runtime = open.another();
    await open.call('run.start', { host: open.host, command: 'cat' });
    const there = await runtime.connect(open.host);
    const calls = Array.from({ length: 20 }, () => () => open.call('run.list', {}, { by: runtime }));
    await calls[0]?.();
    const looks = await looksFor(() => Promise.all(calls.map((call) => call())), there);
    expect(looks).toBeLessThan(calls.length);
  });

  it('finds the pane of a run also where the command of another run contains its note', async () => {
    const { id, paneId } = await open.call('run.start', { host: open.host, command: 'cat' });
    const command = `: '"id":"${id}"'; cat`;
    const { id: second } = await open.call('run.start', { host: open.host, command });
    const runtime = open.another();
    for (const run of [id, second]) {
      const status = await open.call('run.status', { run }, { by: runtime });
      expect(status.paneId === paneId).toBe(run === id);
    }
  });

  it('is a look where this process does not watch', async () => {
    const runtime = open.another();
    const { id, paneId } = await open.call('run.start', { host: open.host, command: 'cat' });
    expect(await states({ by: runtime })).toEqual({ [id]: 'running' });
    await other('kill-pane', '-t', paneId);
    await expect.poll(() => states({ by: runtime })).toEqual({ [id]: 'lost' });
  });
});

describe('lists for callers with limits', () => {
  it('serializes an answer once for all callers that see all of it', async () => {
    await open.call('run.start', { host: open.host, command: 'cat', session: 'main' });
    await expect.poll(() => looksFor(() => open.call('run.list'))).toBe(0);
    await expect.poll(() => looksFor(() => list())).toBe(0);
    for (const [name, input] of bothLists()) {
      const whole = await open.call(name, input);
      expect(writtenOnce(whole)?.toString()).toBe(JSON.stringify(whole));
      // tmux may tell of the program in the new window at any moment, and then there is another answer for all.
      const sharedBy = async (): Promise<boolean[]> => {
        const first = await open.call(name, input);
        const shared: boolean[] = [];
        for (const reach of [{}, { hosts: [open.host] }, { hosts: ['*'] }])
          shared.push((await open.call(name, input, callerWith(reach))) === first);
        return shared;
      };
      await expect.poll(sharedBy).toEqual([true, true, true]);
    }
  });

  it('shares no answer with a caller that sees only a part of it', async () => {
    await other('new-session', '-d', '-s', 'private', 'cat');
    const command = { host: open.host, command: 'cat' };
    const { id: seen } = await open.call('run.start', { ...command, session: 'main', tags: ['ci'] });
    const { id: hidden } = await open.call('run.start', { ...command, session: 'private' });
    await expect.poll(() => looksFor(() => open.call('run.list'))).toBe(0);
    for (const reach of [{ sessions: ['main'] }, { tags: ['ci'] }]) {
      for (let round = 0; round < 2; round++) {
        expect(await states()).toEqual({ [seen]: 'running', [hidden]: 'running' });
        expect(await states(callerWith(reach))).toEqual({ [seen]: 'running' });
        expect(sessionsOf(await list())).toEqual(expect.arrayContaining(['main', 'private']));
        expect(sessionsOf(await list(callerWith(reach)))).toEqual(['main']);
      }
    }
    for (const [name, input] of bothLists()) {
      const elsewhere = callerWith({ hosts: ['ssh://192.0.2.1'] });
      const answer = await open.call(name, input, elsewhere).catch(({ code }) => code);
      expect(name === 'run.list' ? answer.runs : answer).toEqual(
        name === 'run.list' ? [] : 'HOST_NOT_ALLOWED',
      );
    }
  });

  it('reaches a host by default as soon as something is on it, and not when all of it is removed', async () => {
    const calling = callerWith({});
    const refused = { code: 'HOST_NOT_ALLOWED' };
    expect(await open.fails('pane.list', { host: open.host }, calling)).toMatchObject(refused);
    const runtime = open.another();
    const { id } = await open.call('run.start', { host: open.host, command: 'cat' }, { by: runtime });
    expect(sessionsOf(await list(calling))).toContain('main');
    expect(await states(calling)).toEqual({ [id]: 'running' });
    await open.call('run.end', { run: id });
    await expect.poll(() => states()).not.toEqual({ [id]: 'running' });
    await (await runtime.store()).runs.remove([id]);
    expect(await open.fails('pane.list', { host: open.host }, calling)).toMatchObject(refused);
  });

  it('hides a secret that was learned after the answer was given, from every caller', async () => {
    const command = 'echo canary-4712; cat';
    await open.call('run.start', { host: open.host, command, session: 'main' });
    await other('select-pane', '-t', '=main:', '-T', 'key canary-4712');
    await expect.poll(async () => JSON.stringify(await list())).toContain('canary-4712');
    await expect.poll(() => looksFor(() => open.call('run.list'))).toBe(0);
    const callings = [{}, callerWith({}), callerWith({ sessions: ['main'] })];
    const texts = async (): Promise<string[]> => {
      const answers: string[] = [];
      for (const [name, input] of bothLists()) {
        for (const calling of callings) {
          const answer = await open.call(name, input, calling);
          answers.push(writtenOnce(answer)?.toString() ?? JSON.stringify(answer));
        }
      }
      return answers;
    };
    for (const text of await texts()) expect(text).toContain('canary-4712');
    (await open.runtime.redactor()).hide('canary-4712');
    for (const text of await texts()) expect(text).not.toContain('canary');
  });
});

function bothLists(): readonly (readonly [string, object])[] {
  return [
    ['pane.list', { host: open.host }],
    ['run.list', {}],
  ];
}

function callerWith(reach: TokenReach): CallOptions {
  return { caller: { tokenId: 'agent', scopes: ['read'], via: 'token', reach: reachOf(reach, 'token') } };
}

function sessionsOf({ sessions }: Answer): string[] {
  return sessions.map(({ name }: Answer) => name);
}

function list(calling: CallOptions = {}): Promise<Answer> {
  return open.call('pane.list', { host: open.host }, calling);
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
async function looksFor(work: () => Promise<unknown>, at = tmux): Promise<number> {
  const request = at.request.bind(at);
  let looks = 0;
  at.request = (commands, options) => {
    if (commands.some(([name]) => name === 'list-panes')) looks++;
    return request(commands, options);
  };
  try {
    await work();
  } finally {
    at.request = request;
  }
  return looks;
}

/** A client of its own, as a person's. */
async function other(...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('tmux', ['-L', open.server.socket, ...command]);
  return stdout;
}
