import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/create-server.js';
import { AgentHome } from '../agents/asking-agent.js';
import { ReadEvents } from '../events/read-events.js';
import type { Answer } from '../operations/open-operations.js';
import { type OpenServer, openServer } from './open-server.js';
import { sseEvents } from './sse-client.js';

let open: OpenServer;
beforeEach(async () => {
  open = await openServer();
});
afterEach(async () => {
  await open[Symbol.asyncDispose]();
});

function follow(query = '', headers: Record<string, string> = {}, url = open.url): ReadEvents {
  const authorization = `Bearer ${open.token}`;
  return new ReadEvents(async function* (signal) {
    try {
      yield* sseEvents(
        await fetch(`${url}/api/events${query}`, { headers: { authorization, ...headers }, signal }),
      );
    } catch (error) {
      // Whoever ends a connection, here or there, wanted that.
      if (!/aborted|terminated/.test(String(error))) throw error;
    }
  });
}

describe('GET /api/events', () => {
  it('tells what happens by type and id, only of what is asked for, from any event on', async () => {
    await using all = follow();
    await using exits = follow('?types=run_exit,run_fault');
    const { id, host } = await open.call('run.start', { command: 'exit 4', host: open.here.host });
    const exit = await all.first(({ type, target }) => type === 'run_exit' && target === id);
    expect(exit).toMatchObject({ event: 'run_exit', host, code: 4, at: expect.any(String) });
    expect(exit.lastEventId).toBe(String(exit.id));
    expect(await exits.first(() => true)).toEqual(exit);
    const started = await all.first(({ type }) => type === 'run_started');
    // As a browser comes back: its header is newer than the address.
    await using back = follow('?since=0', { 'last-event-id': String(started.id) });
    const again = await back.first(({ type }) => type === 'run_exit');
    expect(again).toEqual(exit);
    expect(back.all.every((event) => event.id > started.id)).toBe(true);
    await using one = follow(`?since=0&target=${id}`);
    await one.first(({ type }) => type === 'run_exit');
    expect(one.all.every(({ target }) => target === id)).toBe(true);
  });

  it.each([
    ['?target=nobody', 404, 'TARGET_NOT_FOUND'],
    ['?types=nothing', 400, 'INVALID_ARGUMENT'],
    ['?since=yesterday', 400, 'INVALID_ARGUMENT'],
    ['?types=output', 400, 'INVALID_ARGUMENT'],
  ])('refuses %s', async (query, status, code) => {
    const response = await open.fetch(`/api/events${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('broadcasts the states, turns and availability of agents [B37, B44]', async () => {
    await using home = await AgentHome.make();
    await using events = follow();
    const ask = { title: 'Which colour do you want?', options: ['Red', 'Blue'] };
    const { pane } = await home.start(open.here.server, { ask, atOnce: true });
    const register = { target: pane.id, host: open.here.host, profile: 'claude-code', name: 'reviewer' };
    const { id } = await open.call('agent.register', register);
    const there = await events.first(({ type }) => type === 'commander_availability');
    expect(there).toMatchObject({ agent_id: id, available: true, timestamp: expect.any(String) });
    await events.first(({ type, count }) => type === 'inbox' && count === 1);
    const { items } = await open.call('inbox.list');
    expect(items).toMatchObject([
      {
        id,
        kind: 'agent',
        title: 'reviewer',
        promptKind: 'question',
        prompt: expect.stringContaining(ask.title),
        options: [
          { number: 1, label: 'Red', selected: true },
          { number: 2, label: 'Blue', selected: false },
        ],
      },
    ]);
    const answer = await open.call('agent.respond', { agent: 'reviewer', text: '2', mode: 'option' });
    const changed = await events.first(
      ({ type, turn_id }) => type === 'state_changed' && turn_id !== undefined,
    );
    expect(changed).toMatchObject({
      agent_id: id,
      old_state: 'AWAITING_INPUT',
      new_state: 'PROCESSING',
      turn_id: answer.turn_id,
    });
    await events.first(({ type, turn_id }) => type === 'turn' && turn_id === answer.turn_id);
    await pane.kill();
    await events.first(({ type, available }) => type === 'commander_availability' && available === false);
    await events.first(({ type, change }) => type === 'agent_changed' && change === 'ended');
    // No change, no event.
    expect(events.of('commander_availability')).toHaveLength(2);
  });

  it('goes on after a restart of the server in the midst of a run: nothing is lost, nothing doubled', async () => {
    await using before = follow();
    const asks = 'printf "Name? "; read a; exit 5';
    const { id } = await open.call('run.start', { command: asks, host: open.here.host });
    const prompt = await before.first(({ type }) => type === 'run_prompt');
    await open.server.close();
    await open.here.runtime.close();
    // While nobody watches it is answered, and ends.
    const shell = open.here.another();
    await open.here.call('run.input', { run: id, text: 'x' }, { by: shell });
    await shell.close();
    const runtime = open.here.another();
    await using server = await createServer({ runtime, port: 0 });
    await using after = follow('', { 'last-event-id': String(prompt.id) }, server.url);
    const exit = await after.first(({ type }) => type === 'run_exit');
    expect(exit).toMatchObject({ target: id, code: 5 });
    const about = [...before.all, ...after.all].filter(({ target }) => target === id);
    expect(about.map(({ type }: Answer) => type)).toEqual([
      'run_started',
      'run_status',
      'run_prompt',
      'run_status',
      'run_exit',
    ]);
  });

  it('makes a reader wait that does not read, keeps nothing for it, and goes on where it stopped', async () => {
    const store = await open.here.runtime.store();
    const data = { filler: 'x'.repeat(32_000) };
    const since = await store.journal.lastId();
    const { hostname, port } = new URL(open.url);
    const socket = connect(Number(port), hostname).setEncoding('latin1').pause();
    const head = [`host: ${hostname}:${port}`, `authorization: Bearer ${open.token}`].join('\r\n');
    socket.write(`GET /api/events?since=${since}&types=run_fault HTTP/1.1\r\n${head}\r\n\r\n`);
    const ids: number[] = [];
    for (let i = 0; i < 400; i++) ids.push(Number(await store.journal.append({ type: 'run_fault', data })));
    const last = ids.at(-1) ?? 0;
    // Others are served meanwhile.
    await using other = follow(`?since=${last - 1}&types=run_fault`);
    expect(await other.first(() => true)).toMatchObject({ id: last });
    const read: number[] = [];
    let rest = '';
    for await (const chunk of socket) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('id: ')) read.push(Number(line.slice(4)));
      if (read.at(-1) === last) break;
    }
    socket.destroy();
    expect(read).toEqual(ids);
  });
});
