import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installScript } from '../../../src/agents/hooks/install-script.js';
import { AgentHome, type AskingAgent, type AskingAgentOptions, eventually } from '../agents/asking-agent.js';
import type { Answer } from '../operations/open-operations.js';
import { type OpenServer, openServer } from './open-server.js';
import { type SentEvent, serverEvents } from './server-events.js';

const colours = { title: 'Which colour do you want?', options: ['Red', 'Blue', 'Blue-green'] } as const;

let open: OpenServer;
let home: AgentHome;
beforeAll(async () => {
  open = await openServer();
  home = await AgentHome.make();
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function post(path: string, body: unknown): Promise<{ status: number; body: Answer }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await open.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

function respond(agent: string, body: unknown): Promise<{ status: number; body: Answer }> {
  return post(`/api/respond/${agent}`, body);
}

let sessions = 0;

/** An agent that tells by hooks over HTTP that its turn is over. */
async function waiting(options: AskingAgentOptions = {}): Promise<{ id: string; agent: AskingAgent }> {
  const agent = await home.start(open.here.server, options);
  const session_id = `session-${++sessions}`;
  const host = `?host=${encodeURIComponent(open.here.host)}`;
  const start = { session_id, tmux_pane: agent.pane.id, source: 'startup' };
  const { status, body } = await post(`/hook/session-start${host}`, start);
  expect(status).toBe(200);
  await post(`/hook/stop${host}`, {
    session_id,
    tmux_pane: agent.pane.id,
    last_assistant_message: 'What now?',
  });
  await inState(body.agent_id, 'AWAITING_INPUT');
  return { id: body.agent_id, agent };
}

async function inState(id: string, state: string): Promise<void> {
  const { agents } = await open.here.runtime.store();
  await eventually(async () => ((await agents.get(id))?.state === state ? true : undefined));
}

async function turnsOf(id: string): Promise<string[]> {
  const { turns } = await open.call('agent.turns', { agent: id });
  return turns.map(({ actor, intent, text }: Answer) => `${actor} ${intent} ${text}`);
}

async function firstOf(
  events: AsyncIterable<SentEvent>,
  isIt: (event: SentEvent) => boolean,
): Promise<SentEvent | undefined> {
  for await (const event of events) if (isIt(event)) return event;
  return undefined;
}

describe('a hook over HTTP', () => {
  it('puts an agent whose turn is over into the inbox, without how that was seen', async () => {
    const { id, agent } = await waiting();
    const { items } = await open.call('inbox.list', { host: open.here.host });
    const item = items.find((one: Answer) => one.id === id);
    expect(item).toMatchObject({ kind: 'agent', promptKind: 'answer', paneId: agent.pane.id });
    expect(item).not.toHaveProperty('prompt');
  });

  it('makes an agent known, with its pane, and tells what it does [B33]', async () => {
    const { id, agent } = await waiting();
    expect(await open.call('agent.status', { target: id })).toMatchObject({ paneId: agent.pane.id });
    const store = await open.here.runtime.store();
    expect(await store.agents.get(id)).toMatchObject({ tmuxPaneId: agent.pane.id, host: open.here.host });
    expect(open.server.app.commanderAvailability.isAvailable(id)).toBe(true);
    expect(await turnsOf(id)).toEqual(['AGENT COMPLETION What now?']);
    // A hook that is no start fills in a pane that is missing, and never changes one.
    const query = `?host=${encodeURIComponent(open.here.host)}`;
    const late = { session_id: 'late', prompt: 'hello' };
    const first = await post(`/hook/user-prompt-submit${query}`, late);
    expect((await store.agents.get(first.body.agent_id))?.tmuxPaneId).toBeNull();
    const other = await home.start(open.here.server);
    await post(`/hook/stop${query}`, { ...late, tmux_pane: other.pane.id });
    await post(`/hook/stop${query}`, { ...late, tmux_pane: agent.pane.id });
    expect((await store.agents.get(first.body.agent_id))?.tmuxPaneId).toBe(other.pane.id);
    const end = await post(`/hook/session-end${query}`, { session_id: 'late', reason: 'logout' });
    expect(end).toMatchObject({ status: 200, body: { status: 'ok', agent_id: first.body.agent_id } });
    expect(open.server.app.commanderAvailability.isAvailable(first.body.agent_id)).toBe(false);
  });

  it.each([
    ['/hook/stop', {}, 400, 'invalid_argument'],
    ['/hook/stop', [], 400, 'invalid_argument'],
    ['/hook/stop', { session_id: 7 }, 400, 'invalid_argument'],
  ])('that is none is refused: %s %j', async (path, payload, status, error_type) => {
    expect(await post(path, payload)).toMatchObject({ status, body: { status: 'error', error_type } });
  });

  it('of a kind that nobody knows has no address', async () => {
    expect((await post('/hook/no-such-hook', { session_id: 'x' })).status).toBe(404);
  });

  it('is not needed where the script of the agent runs on this machine: the server sees what it writes', async () => {
    const script = await installScript(join(await open.here.runtime.stateFolder(), 'hooks'));
    await home.start(open.here.server, { hook: `exec ${script}`, session: 'by-script' });
    const { agents } = await open.here.runtime.store();
    const found = await eventually(async () =>
      (await agents.list({ live: true })).find(({ sessionId }) => sessionId === 'by-script'),
    );
    expect(found.host).toBe(open.here.host);
  });
});

describe('POST /api/respond/AGENT', () => {
  it('delivers the text, and answers in the form that is known [B34, B38]', async () => {
    const { id, agent } = await waiting({ workMs: 3_600_000 });
    const answer = await respond(id, { text: 'go on then' });
    expect(answer).toEqual({
      status: 200,
      body: { status: 'ok', agent_id: id, new_state: 'PROCESSING', latency_ms: expect.any(Number) },
    });
    expect(await agent.told()).toEqual([{ submitted: 'go on then' }]);
    expect(await turnsOf(id)).toContain('USER ANSWER go on then');
    const { entries } = await open.call('audit.list', { target: id, action: 'agent.respond' });
    expect(entries).toMatchObject([{ caller: 'owner', outcome: 'ok' }]);
    // It works now.
    expect(await respond(id, { text: 'and then' })).toMatchObject({
      status: 409,
      body: { status: 'error', error_type: 'wrong_state', message: expect.stringContaining('PROCESSING') },
    });
    expect(await agent.told()).toHaveLength(1);
  });

  it('tells all who listen that the state changed, with the turn that changed it [B37]', async () => {
    const { id } = await waiting({ workMs: 3_600_000 });
    const leaving = new AbortController();
    const query = new URLSearchParams({ types: 'state_changed', target: id });
    const events = serverEvents(await open.fetch(`/api/events?${query}`, { signal: leaving.signal }));
    const told = firstOf(events, ({ data }) => data.turn_id !== undefined);
    expect(await respond(id, { text: 'tell them' })).toMatchObject({ status: 200 });
    const { turns } = await open.call('agent.turns', { agent: id });
    const turn = turns.find(({ text }: Answer) => text === 'tell them');
    expect(await told).toMatchObject({
      event: 'state_changed',
      data: { agent_id: id, old_state: 'AWAITING_INPUT', new_state: 'PROCESSING', turn_id: turn.id },
    });
    leaving.abort();
  });

  it('reaches the option for other words first, and sends the text behind it [B39]', async () => {
    const { id, agent } = await waiting({ ask: { ...colours, other: 'opens' }, atOnce: true });
    expect(await respond(id, { text: 'a green one', mode: 'other' })).toMatchObject({ status: 200 });
    expect(await agent.told()).toEqual([{ chosen: 'Other' }, { answered: 'a green one' }]);
  });

  it('sends no text where that option cannot be reached [B39]', async () => {
    const { id, agent } = await waiting({ ask: { ...colours, other: 'opens' }, atOnce: true, stuck: true });
    const answer = await respond(id, { text: 'a green one', mode: 'other' });
    expect(answer).toMatchObject({ status: 502, body: { status: 'error', error_type: 'send_failed' } });
    expect(await agent.told()).toEqual([]);
  });

  it('refuses an agent without a pane [B40]', async () => {
    const { agents } = await open.here.runtime.store();
    await agents.insert({ id: 'paneless', host: 'local', state: 'AWAITING_INPUT' });
    expect(await respond('paneless', { text: 'x' })).toMatchObject({
      status: 400,
      body: { status: 'error', error_type: 'no_pane_id', message: expect.any(String) },
    });
  });

  it.each([{}, { text: '' }, { text: ' \n' }, { text: 7 }, { text: null }, { mode: 'other' }, []])(
    'refuses an answer without text: %j [B41]',
    async (body) => {
      expect(await respond('nobody', body)).toMatchObject({
        status: 400,
        body: { status: 'error', error_type: 'missing_text' },
      });
    },
  );

  it('refuses an agent that nobody knows, and a way to answer that is none [B41]', async () => {
    expect(await respond('nobody', { text: 'x' })).toMatchObject({
      status: 404,
      body: { status: 'error', error_type: 'agent_not_found' },
    });
    expect(await respond('nobody', { text: 'x', mode: 'loud' })).toMatchObject({
      status: 400,
      body: { status: 'error', error_type: 'invalid_argument' },
    });
    const body = '{"text": ';
    const headers = { 'content-type': 'application/json' };
    const answer = await open.fetch('/api/respond/nobody', { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { status: 'error' }]);
    const stranger = await open.fetch('/api/respond/nobody', {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer no' },
      body: '{}',
    });
    expect([stranger.status, await stranger.json()]).toMatchObject([401, { status: 'error' }]);
  });

  it('leaves turns and state where the text was not delivered, and sends nothing again [B42]', async () => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true, swallow: 1 });
    const before = await turnsOf(id);
    expect(await respond(id, { text: 'please stop now' })).toMatchObject({
      status: 502,
      body: { error_type: 'send_failed', code: 'DIALOG_OPEN' },
    });
    expect(await agent.told()).toEqual([]);
    expect(await respond(id, { text: 'Red', mode: 'option' })).toMatchObject({
      status: 502,
      body: { error_type: 'send_failed', code: 'OPTION_NOT_CHOSEN' },
    });
    expect(await agent.told()).toEqual([{ swallowed: '\r' }]);
    expect(await turnsOf(id)).toEqual(before);
    const { agents } = await open.here.runtime.store();
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });
});

describe('availability', () => {
  it('is told under the name that is known, and follows the pane; a change is told to all who listen [B44, B45]', async () => {
    const { id, agent } = await waiting();
    const path = `/api/respond/${id}/availability`;
    const available = async (): Promise<Answer> => (await open.fetch(path)).json();
    expect(await available()).toEqual({ agent_id: id, commander_available: true });
    const leaving = new AbortController();
    const query = new URLSearchParams({ types: 'commander_availability', target: id });
    const events = serverEvents(await open.fetch(`/api/events?${query}`, { signal: leaving.signal }));
    const told = firstOf(events, ({ data }) => data.available === false);
    await agent.pane.kill();
    expect(await told).toMatchObject({
      event: 'commander_availability',
      data: { agent_id: id, available: false, timestamp: expect.stringMatching(/Z$/) },
    });
    leaving.abort();
    await eventually(async () => ((await available()).commander_available ? undefined : true));
    expect(await respond(id, { text: 'still there?' })).toMatchObject({ body: { status: 'error' } });
    const unknown = await open.fetch('/api/respond/nobody/availability');
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { error_type: 'agent_not_found' }]);
  });

  it('and the bridge are found on the server by their names [B50, B51]', async () => {
    const { tmuxBridge, commanderAvailability } = open.server.app;
    const { availability } = await open.here.runtime.agents();
    expect(commanderAvailability).toBe(availability);
    // No tmux runs where the bridge looks.
    expect(await tmuxBridge.checkHealth('%0')).toMatchObject({ available: false, running: false });
    expect(tmuxBridge.extractVerificationSnippet('x'.repeat(50))).toBe('x'.repeat(50));
  });
});
