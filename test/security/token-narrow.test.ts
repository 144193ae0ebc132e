import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../integration/operations/open-operations.js';
import { StreamClient } from '../integration/server/stream-client.js';
import { TerminalClient } from '../integration/server/terminal-client.js';
import { openReachBed, type ReachBed, type TokenWish } from './reach-bed.js';

let bed: ReachBed;
let host: string;
let inside: Answer;
let outside: Answer;
let recordings: { readonly inside: string; readonly outside: string };

/** Two runs that ask, of which one is in reach, with all that is about them. */
beforeAll(async () => {
  bed = await openReachBed();
  host = bed.open.here.host;
  const { call } = bed.open;
  const command = `printf 'Your name? '; read name; echo "hello $name"; sleep 600`;
  const common = { host, command, login: false, interactive: false };
  inside = await call('run.start', { ...common, session: 'work', tags: ['ci'] });
  outside = await call('run.start', { ...common, session: 'private', tags: ['secret'] });
  for (const { id } of [inside, outside]) await call('run.wait', { run: id, until: 'prompt' });
  const worker = { host, command: 'sleep 600', login: false };
  await call('worker.spawn', { ...worker, name: 'in-worker', session: 'work', tags: ['ci'] });
  await call('worker.spawn', { ...worker, name: 'out-worker', session: 'private', tags: ['secret'] });
  await call('agent.register', { target: inside.paneId, host, name: 'in-agent' });
  await call('agent.register', { target: outside.paneId, host, name: 'out-agent' });
  recordings = {
    inside: (await call('recording.start', { target: inside.id })).id,
    outside: (await call('recording.start', { target: outside.id })).id,
  };
});
afterAll(async () => {
  for (const id of Object.values(recordings)) await bed.open.call('recording.stop', { id });
  await bed[Symbol.asyncDispose]();
});

const limits: readonly (readonly [string, TokenWish])[] = [
  ['a session', { sessions: ['work'] }],
  ['a tag', { tags: ['ci'] }],
  ['a session and a tag', { sessions: ['work', 'other'], tags: ['ci', 'nightly'] }],
];

describe.each(limits)('a token that is limited to %s', (_, wish) => {
  let token: string;
  beforeAll(async () => {
    token = await bed.token({ scopes: ['control'], hosts: [host], ...wish });
  });

  /** Each thing outside, in every way that it can be named. */
  const calls: readonly (readonly [string, () => object])[] = [
    ['run.status', () => ({ run: outside.id })],
    ['run.output', () => ({ run: outside.id })],
    ['run.follow', () => ({ run: outside.id })],
    ['run.input', () => ({ run: outside.id, text: 'x' })],
    ['pane.screen', () => ({ target: outside.id })],
    ['pane.screen', () => ({ target: outside.paneId, host })],
    ['pane.screen', () => ({ target: 'private:', host })],
    ['pane.screen', () => ({ target: '=private:', host })],
    ['pane.screen', () => ({ target: 'priv', host })],
    ['pane.screen', () => ({ target: 'out-worker' })],
    ['pane.read', () => ({ target: 'out-agent' })],
    ['pane.keys', () => ({ target: outside.paneId, host, keys: ['C-c'] })],
    ['pane.exec', () => ({ target: outside.paneId, host, command: 'id' })],
    ['pane.kill', () => ({ target: outside.paneId, host })],
    ['pane.watch', () => ({ target: outside.paneId, host })],
    ['event.follow', () => ({ target: outside.paneId, host, types: ['output'] })],
    ['worker.status', () => ({ name: 'out-worker' })],
    ['worker.logs', () => ({ name: 'out-worker' })],
    ['worker.broadcast', () => ({ all: true, text: 'x' })],
    ['worker.broadcast', () => ({ tag: 'secret', text: 'x' })],
    ['worker.clean', () => ({ all: true })],
    ['agent.respond', () => ({ agent: 'out-agent', text: 'x' })],
    ['agent.remove', () => ({ agent: 'out-agent' })],
    ['recording.start', () => ({ target: outside.id })],
    ['recording.read', () => ({ id: recordings.outside })],
    ['recording.get', () => ({ id: outside.id })],
    ['run.start', () => ({ host, command: 'id' })],
    ['run.start', () => ({ host, command: 'id', session: 'private', tags: ['secret'] })],
    ['worker.spawn', () => ({ name: 'mine', host, command: 'id' })],
    ['workspace.list', () => ({ host, session: 'private', folder: '/tmp' })],
    ['session.open', () => ({ host, workspace: 'w', chatId: 1 })],
    ['session.send', () => ({ host, sessionName: 'private', prompt: 'x' })],
    ['session.kill', () => ({ host, sessionName: 'private' })],
    ['session.exists', () => ({ host, sessionName: 'private' })],
    ['run.recover', () => ({ host })],
    ['run.prune', () => ({ host, maxRuns: 0 })],
    ['run.metrics', () => ({ host })],
    ['session.cleanup', () => ({})],
  ];
  it.each(calls)('gets to nothing outside by %s', async (name, input) => {
    expect((await bed.as(token, name, input())).code).toBe('TARGET_NOT_ALLOWED');
  });

  it('sees only what is inside', async () => {
    const answers = await Promise.all(
      [
        ['pane.list', { host }],
        ['pane.screens', { host }],
        ['run.list', {}],
        ['worker.list', {}],
        ['worker.orphans', { hosts: [host] }],
        ['agent.list', {}],
        ['recording.list', {}],
        ['session.list', { host }],
        ['host.info', { host }],
        ['host.list', {}],
        ['inbox.list', {}],
        ['event.list', { limit: 1_000 }],
      ].map(async ([name, input]) => [name, await bed.as(token, String(name), input)] as const),
    );
    for (const [name, answer] of answers) expect(answer.code, String(name)).toBeUndefined();
    const seen = JSON.stringify(answers);
    expect(seen).toContain(inside.id);
    expect(seen).toContain('in-worker');
    expect(seen).toContain(recordings.inside);
    const hidden = [outside.id, outside.paneId, 'private', 'out-worker', 'secret', recordings.outside];
    const leaks = answers.flatMap(([name, answer]) =>
      hidden.filter((one) => JSON.stringify(answer).includes(`"${one}"`)).map((one) => `${name}: ${one}`),
    );
    expect(leaks).toEqual([]);
    const { hosts } = Object.fromEntries(answers)['host.list'];
    expect(hosts).toMatchObject([{ host, workers: 1, agents: 1 }]);
  });

  it('follows only events that are inside, and no terminal outside', async () => {
    await using client = new StreamClient(bed.open.url, { authorization: `Bearer ${token}` });
    await client.opened();
    client.say({ type: 'follow', id: 'e', operation: 'event.follow', input: { types: ['run_started'] } });
    await client.frame('begun', 'e');
    const quick = { host, command: 'true', login: false, interactive: false };
    await bed.open.call('run.complete', { ...quick, session: 'private', tags: ['secret'] });
    const seen = await bed.open.call('run.complete', { ...quick, session: 'work', tags: ['ci'] });
    await client.until(() => client.items('e').length > 0);
    expect(client.items('e')).toMatchObject([{ type: 'run_started', target: seen.id }]);
    await using terminal = new TerminalClient(bed.open.url, { target: outside.paneId, host }, { token });
    expect(await terminal.until(() => terminal.refused)).toBe(403);
  });

  it('works inside', async () => {
    expect((await bed.as(token, 'pane.screen', { target: inside.id })).text).toContain('Your name?');
    expect((await bed.as(token, 'worker.status', { name: 'in-worker' })).state).toBe('running');
    expect((await bed.as(token, 'recording.get', { id: recordings.inside })).id).toBe(recordings.inside);
    const tagged = { session: 'work', tags: ['ci'] };
    const own = await bed.as(token, 'run.complete', { host, command: 'echo mine', login: false, ...tagged });
    expect(own.output).toBe('mine');
    expect((await bed.as(token, 'run.output', { run: own.id })).lines).toHaveLength(1);
    await using terminal = new TerminalClient(bed.open.url, { target: inside.id }, { token });
    await terminal.until(() => terminal.text.includes('Your name?'));
  });
});

it('goes by where a pane is now, and not by where it was started', async () => {
  const moved = await bed.open.call('run.start', {
    host,
    session: 'work',
    command: 'sleep 600',
    login: false,
    interactive: false,
  });
  const token = await bed.token({ hosts: [host], sessions: ['work'] });
  expect((await bed.as(token, 'run.status', { run: moved.id })).state).toBe('running');
  await bed.open.here.tmux.command('move-window', '-d', '-s', moved.paneId, '-t', 'private:');
  expect((await bed.as(token, 'run.status', { run: moved.id })).code).toBe('TARGET_NOT_ALLOWED');
  expect(JSON.stringify(await bed.as(token, 'run.list', { limit: 500 }))).not.toContain(moved.id);
});

it('takes no tags from a note that a program wrote into its own pane', async () => {
  const { tmux } = bed.open.here;
  const [note] = await tmux.command('show-options', '-pqv', '-t', inside.paneId, '@muxwright_run');
  await tmux.command('set-option', '-p', '-t', outside.paneId, '@muxwright_run', String(note));
  const token = await bed.token({ hosts: [host], tags: ['ci'] });
  const { code } = await bed.as(token, 'pane.screen', { target: outside.paneId, host });
  expect(code).toBe('TARGET_NOT_ALLOWED');
});
