import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookEvent } from '../../../src/agents/hooks/hook-event.js';
import { hookEventOf } from '../../../src/agents/hooks/parse-hook.js';
import type { Agents } from '../../../src/agents/registry/agents.js';
import { checkHealth } from '../../../src/status/health/check-health.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/index.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { AgentHome, eventually } from './asking-agent.js';
import { HookFolder } from './hook-runs.js';

let server: IsolatedTmux;
let home: AgentHome;
let agents: Agents;
let pane: Pane;
beforeEach(async () => {
  server = await isolatedTmux();
  home = await AgentHome.make();
  agents = home.agents();
  pane = await newPane();
});
afterEach(async () => {
  await agents.close();
  await server[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

describe('the pane of an agent', () => {
  it('comes from the hook that starts a session, which registers the agent for availability [B31]', async () => {
    const agent = await hook('SessionStart', { source: 'startup', cwd: '/project' });
    expect(agent).toMatchObject({
      sessionId: 's1',
      host: server.address,
      server: `${server.tmux.server?.pid}:${server.tmux.server?.startTime}`,
      tmuxPaneId: pane.id,
      panePid: (await pane.info()).pid,
      cwd: '/project',
      state: 'IDLE',
      endedAt: undefined,
    });
    expect(agents.availability.isAvailable(agent.id)).toBe(true);
  });

  it('is replaced by the next start of the session [B31]', async () => {
    const { id } = await hook('SessionStart');
    const other = await newPane();
    expect(await hook('SessionStart', { source: 'resume' }, { pane: other })).toMatchObject({
      id,
      tmuxPaneId: other.id,
    });
    await pane.kill();
    await agents.availability.check();
    expect(agents.availability.isAvailable(id)).toBe(true);
  });

  it('is found out from any other hook where none is known, and not changed by one [B32]', async () => {
    const { id, tmuxPaneId } = await hook('SessionStart', {}, { pane: undefined });
    expect(tmuxPaneId).toBeNull();
    expect(agents.availability.isAvailable(id)).toBe(false);
    expect(await hook('PreToolUse', { tool_name: 'Bash' })).toMatchObject({ id, tmuxPaneId: pane.id });
    expect(agents.availability.isAvailable(id)).toBe(true);
    const other = await newPane();
    expect(await hook('Stop', {}, { pane: other })).toMatchObject({ id, tmuxPaneId: pane.id });
  });

  it('makes an agent known of which no start was heard [B32]', async () => {
    const agent = await hook('UserPromptSubmit', { prompt: 'go' });
    expect(agent).toMatchObject({ tmuxPaneId: pane.id, state: 'PROCESSING' });
    expect(agents.availability.isAvailable(agent.id)).toBe(true);
  });

  it('in tmux and the one in iTerm have nothing to do with each other [B29]', async () => {
    const { id } = await hook('SessionStart');
    expect(await agents.setItermPane(id, 'w0t1p2')).toMatchObject({
      itermPaneId: 'w0t1p2',
      tmuxPaneId: pane.id,
    });
    const other = await newPane();
    expect(await hook('SessionStart', {}, { pane: other })).toMatchObject({
      itermPaneId: 'w0t1p2',
      tmuxPaneId: other.id,
    });
    await home.store.agents.update(id, { tmuxPaneId: null });
    expect(await agents.get(id)).toMatchObject({ itermPaneId: 'w0t1p2', tmuxPaneId: null });
    await home.store.agents.transition(id, {
      to: 'AWAITING_INPUT',
      source: 'hook',
      at: new Date(Date.now() + 60_000),
    });
    await expect(agents.respond(id, 'x')).rejects.toMatchObject({ code: 'NO_PANE_ID' });
    await home.store.agents.update(id, { tmuxPaneId: other.id });
    expect(await agents.setItermPane(id, null)).toMatchObject({ itermPaneId: null, tmuxPaneId: other.id });
  });

  it('stays when the session ends, which takes the agent out of availability [B47, B48]', async () => {
    const { id } = await hook('SessionStart');
    const ended = await hook('SessionEnd', { reason: 'prompt_input_exit' });
    expect(ended).toMatchObject({
      id,
      tmuxPaneId: pane.id,
      state: 'EXITED',
      endReason: 'prompt_input_exit',
      endedAt: expect.any(Date),
    });
    expect(agents.availability.isAvailable(id)).toBe(false);
    expect(await agents.list({ live: true })).toEqual([]);
  });

  it('is not that of a stranger after tmux was started again with the same ids', async () => {
    const agent = await hook('SessionStart');
    const first = { socket: await socketPath(), pid: server.tmux.server?.pid ?? 0 };
    await hook('Stop', { last_assistant_message: 'done' });
    const stranger = await restart();
    expect(stranger.id).toBe(pane.id);
    await expect(agents.respond(agent.id, 'rm -rf build')).rejects.toMatchObject({
      code: 'AGENT_PANE_LOST',
      message: expect.stringContaining('tmux was restarted'),
    });
    await agents.availability.check();
    expect(agents.availability.isAvailable(agent.id)).toBe(false);
    // What the hooks of the old server wrote may be read only now.
    const late = await agents.handleHook(event('SessionStart', {}, { session: 's2', pane, ...first }));
    expect(late).toMatchObject({
      sessionId: 's2',
      tmuxPaneId: pane.id,
      server: `${first.pid}:0`,
      panePid: undefined,
    });
    expect(agents.availability.isAvailable(late.id)).toBe(false);
    await hook('Stop', {}, { session: 's2', ...first });
    await expect(agents.respond(late.id, 'x')).rejects.toMatchObject({ code: 'AGENT_PANE_LOST' });
    expect((await stranger.screen()).lines.join('')).not.toContain('rm -rf');
  });

  it('is not the agent where its process is not in the foreground of it', async () => {
    const { id } = await hook('Stop', {}, { agentPid: process.pid });
    await expect(agents.respond(id, 'x')).rejects.toMatchObject({ code: 'AGENT_PANE_LOST' });
    const { pid } = await pane.info();
    await hook('Stop', {}, { agentPid: pid });
    // Whatever else may be wrong with it.
    await expect(agents.respond(id, 'x', { mode: 'option' })).rejects.toMatchObject({ code: 'NO_MENU' });
  });

  it('cannot be had from a tmux whose socket has no name', async () => {
    const agent = await agents.handleHook(event('SessionStart', {}, { socket: '/somewhere/else/socket' }));
    expect(agent.tmuxPaneId).toBeNull();
  });

  it('is given up when the session goes on in a tmux whose socket has no name', async () => {
    const { id } = await hook('SessionStart');
    const elsewhere = { socket: '/somewhere/else/socket' };
    await agents.handleHook(event('Stop', {}, elsewhere));
    expect(await agents.get(id)).toMatchObject({ tmuxPaneId: pane.id });
    await agents.handleHook(event('SessionStart', { source: 'resume' }, elsewhere));
    expect(await agents.get(id)).toMatchObject({ tmuxPaneId: null, server: undefined, panePid: undefined });
    expect(agents.availability.isAvailable(id)).toBe(false);
  });

  it('that could not be looked for is no reason to keep the old one: the start is told again', async () => {
    const { id } = await hook('SessionStart');
    const place = { host: 'nowhere://at-all' };
    await expect(agents.handleHook(event('SessionStart', {}, { pane }), place)).rejects.toThrow();
    expect(await agents.handleHook(event('Stop', {}, { pane }), place)).toMatchObject({ id });
  });
});

describe('the session of an agent', () => {
  it('may change while the program is the same, as after /clear: it is one agent', async () => {
    const first = await hook('SessionStart', {}, { agentPid: process.pid });
    await hook('UserPromptSubmit', { prompt: 'one' }, { agentPid: process.pid });
    await hook('SessionEnd', { reason: 'clear' }, { agentPid: process.pid });
    const second = await hook('SessionStart', { source: 'clear' }, { session: 's2', agentPid: process.pid });
    expect(second).toMatchObject({ id: first.id, sessionId: 's2', endedAt: undefined, state: 'IDLE' });
    expect(agents.availability.isAvailable(first.id)).toBe(true);
    expect(await agents.list()).toHaveLength(1);
  });

  it('of an agent that another one runs as a tool does not take the pane away', async () => {
    const outer = await hook('SessionStart', {}, { agentPid: process.ppid });
    const inner = await hook('SessionStart', {}, { session: 'inner', agentPid: process.pid });
    expect(inner).toMatchObject({ sessionId: 'inner', tmuxPaneId: null, metadata: { nested: true } });
    await hook('Stop', {}, { session: 'inner', agentPid: process.pid });
    expect(await agents.get(outer.id)).toMatchObject({
      tmuxPaneId: pane.id,
      endedAt: undefined,
      state: 'IDLE',
    });
    expect(await agents.get(inner.id)).toMatchObject({ tmuxPaneId: null });
  });

  it('that begins in the pane of one that died takes over the pane and the name', async () => {
    const { id } = await agents.register({ host: server.address, paneId: pane.id, name: 'reviewer' });
    expect(await hook('SessionStart')).toMatchObject({ id, name: 'reviewer', sessionId: 's1' });
    const next = await hook('SessionStart', { source: 'startup' }, { session: 's2' });
    expect(next).toMatchObject({ sessionId: 's2', name: 'reviewer', tmuxPaneId: pane.id });
    expect(next.id).not.toBe(id);
    expect(await agents.get(id)).toMatchObject({
      state: 'EXITED',
      endReason: 'replaced',
      tmuxPaneId: pane.id,
    });
    expect(await agents.get('reviewer')).toMatchObject({ id: next.id });
  });

  it('goes on where a hook comes after its end', async () => {
    const { id } = await hook('SessionStart');
    await hook('SessionEnd', { reason: 'other' });
    const back = await hook('UserPromptSubmit', { prompt: 'again' }, { at: new Date(Date.now() + 5_000) });
    expect(back).toMatchObject({ id, endedAt: undefined, state: 'PROCESSING' });
  });
});

describe('what was said', () => {
  it('is written down turn by turn, without secrets', async () => {
    const { id } = await hook('SessionStart');
    await hook('UserPromptSubmit', { prompt: 'my token is ghp_0123456789012345678901234567890123456789' });
    await hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'touch hi.txt' } });
    await hook('Notification', {
      message: 'Claude needs your permission',
      notification_type: 'permission_prompt',
    });
    await hook('PostToolUse', { tool_name: 'Bash' });
    await hook('SubagentStop', { last_assistant_message: 'not for the person' });
    await hook('Stop', { last_assistant_message: 'It is there.' });
    await hook('Notification', { message: 'Claude is waiting', notification_type: 'idle_prompt' });
    const turns = await agents.turns(id, { order: 'oldest' });
    expect(turns.map(({ actor, intent, text }) => `${actor} ${intent} ${text}`)).toEqual([
      'USER COMMAND my token is ****',
      'AGENT QUESTION Bash: touch hi.txt',
      'AGENT COMPLETION It is there.',
    ]);
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });

  it('leaves no secret in what a state is known by', async () => {
    const { id } = await hook('SessionStart');
    await hook('StopFailure', { error: 'bad key sk-ant-api03-abcdefghijklmnop' });
    expect(await agents.get(id)).toMatchObject({ stateDetail: 'StopFailure: bad key ****' });
    expect(JSON.stringify(await home.store.agentEvents.since(0))).not.toContain('abcdefghijklmnop');
  });

  it('tells the states that hooks tell, each with its source and turn', async () => {
    const told: unknown[] = [];
    agents.on('state_changed', ({ data }) => told.push([data.new_state, data.detail, data.turn_id]));
    const spoken: string[] = [];
    agents.on('turn', ({ intent }) => spoken.push(intent));
    await hook('SessionStart');
    await hook('UserPromptSubmit', { prompt: 'go' });
    await hook('PreToolUse', { tool_name: 'Bash' });
    await hook('PermissionRequest', {
      tool_name: 'AskUserQuestion',
      tool_input: { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] },
    });
    await hook('PostToolUse', { tool_name: 'AskUserQuestion' });
    await hook('StopFailure', { error: 'overloaded' });
    await hook('SessionEnd', { reason: 'logout' });
    expect(told).toEqual([
      ['IDLE', 'SessionStart', undefined],
      ['PROCESSING', 'UserPromptSubmit', 1],
      ['AWAITING_INPUT', 'PermissionRequest: AskUserQuestion', 2],
      ['PROCESSING', 'PostToolUse AskUserQuestion', undefined],
      ['AWAITING_INPUT', 'StopFailure: overloaded', 3],
      ['EXITED', 'SessionEnd', undefined],
    ]);
    expect(spoken).toEqual(['COMMAND', 'QUESTION', 'COMPLETION']);
    const turns = await agents.turns((await agents.list())[0]?.id ?? '');
    expect(turns.map(({ text }) => text)).toEqual(['The turn failed: overloaded', 'Which?\n- A\n- B', 'go']);
  });

  it('is told together with the state after the hook, also where the agent is watched', async () => {
    await agents.start({ hooks: false, watch: true });
    await hook('SessionStart');
    expect(await hook('UserPromptSubmit', { prompt: 'go' })).toMatchObject({ state: 'PROCESSING' });
    expect(await hook('Stop', { last_assistant_message: 'done' })).toMatchObject({ state: 'AWAITING_INPUT' });
  });

  it('is read by the profile of the program that runs there: hooks of several agents look the same', async () => {
    const gemini = await (await server.tmux.ensureSession('other')).newWindow({
      command: ['sh', '-c', 'printf " Gemini CLI v0.61.0\\n"; exec cat'],
    });
    await gemini.waitForText('Gemini CLI');
    expect(await hook('SessionStart', {}, { pane: gemini, session: 'g' })).toMatchObject({
      profile: 'gemini',
    });
    const unknown = await newPane();
    expect(await hook('SessionStart', {}, { pane: unknown, session: 'u' })).toMatchObject({
      profile: 'generic',
    });
  });

  it('by a program that tells only of the end of a turn has the prompt, too', async () => {
    const payload = {
      type: 'agent-turn-complete',
      'thread-id': 't1',
      'input-messages': ['one', 'two'],
      'last-assistant-message': 'done',
      ...(await placeOf(pane)),
    };
    const agent = await agents.receiveHook('codex-notify', payload);
    expect(agent).toMatchObject({
      sessionId: 't1',
      profile: 'codex',
      state: 'AWAITING_INPUT',
      tmuxPaneId: pane.id,
    });
    const turns = await agents.turns(agent.id, { order: 'oldest' });
    expect(turns.map(({ intent, text }) => `${intent} ${text}`)).toEqual(['COMMAND two', 'COMPLETION done']);
  });

  it('does not go back to an older state when an older hook is read later', async () => {
    const { id } = await hook('SessionStart');
    const now = Date.now();
    await hook('Stop', {}, { at: new Date(now + 2_000) });
    await hook('PreToolUse', {}, { at: new Date(now + 1_000) });
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });
});

describe('the state of an agent without a server', () => {
  it('is EXITED once its process was killed, as its health says', async () => {
    const { pane: shell } = await home.start(server, { inShell: true });
    const { id } = await agents.register({ host: server.address, paneId: shell.id, profile: 'claude-code' });
    await eventually(async () =>
      /IDLE|AWAITING_INPUT/.test((await agents.get(id)).state) ? true : undefined,
    );
    const { pid = 0 } = await checkHealth(server.tmux, shell.id, { programs: ['claude'] });
    process.kill(pid, 'SIGKILL');
    await shell.waitForText('shell> ');
    // Another process that only asks.
    await using others = home.agents({ clock: () => new Date(Date.now() + 60_000) });
    await others.start({ hooks: false });
    expect(await others.get(id)).toMatchObject({ state: 'EXITED', stateSource: 'process' });
  });
});

describe('registering by hand', () => {
  it('makes an agent of a pane once, with a name that is its own', async () => {
    const options = { host: server.address, paneId: pane.id, name: 'builder', itermPaneId: 'w1' };
    const agent = await agents.register(options);
    expect(agent).toMatchObject({
      name: 'builder',
      tmuxPaneId: pane.id,
      itermPaneId: 'w1',
      sessionId: undefined,
    });
    expect(await agents.register({ ...options, name: 'maker' })).toMatchObject({
      id: agent.id,
      name: 'maker',
    });
    const other = await newPane();
    await expect(agents.register({ ...options, paneId: other.id, name: 'maker' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: "There is an agent 'maker' already.",
    });
    expect(await agents.get('maker')).toMatchObject({ id: agent.id });
    await agents.remove('maker');
    await expect(agents.get('maker')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
    expect(agents.availability.isAvailable(agent.id)).toBe(false);
  });

  it('knows the folder that the program of the pane works in', async () => {
    const { cwd } = await agents.register({ host: server.address, paneId: pane.id });
    expect(cwd).toBe((await server.tmux.pane(pane.id).info()).cwd);
    expect(cwd).toMatch(/^\//);
  });

  it.each([
    [{ paneId: '%999' }, 'PANE_NOT_FOUND'],
    [{ paneId: 'x' }, 'INVALID_ARGUMENT'],
    [{ profile: 'nobody-wrote-it' }, 'PROFILE_NOT_FOUND'],
    [{ name: ' ' }, 'INVALID_ARGUMENT'],
  ])('refuses %j', async (wrong, code) => {
    await expect(agents.register({ host: server.address, paneId: pane.id, ...wrong })).rejects.toMatchObject({
      code,
    });
    expect(await agents.list()).toEqual([]);
  });

  it('takes in no payload that is none of a hook', async () => {
    for (const payload of [{}, { session_id: 7 }]) {
      await expect(agents.receiveHook('stop', payload)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });
});

describe('availability', () => {
  it('is told when the pane closes, once, and is there for who comes later', async () => {
    await agents.start({ hooks: false });
    const { id } = await hook('SessionStart');
    const told: unknown[] = [];
    agents.on('commander_availability', ({ data }) => told.push(data));
    await pane.kill();
    await eventually(async () => (told.length > 0 ? true : undefined));
    await agents.availability.check();
    expect(told).toEqual([{ agent_id: id, available: false, timestamp: expect.any(String) }]);
    expect(await eventually(async () => (await agents.list({ live: false }))[0])).toMatchObject({
      id,
      state: 'EXITED',
      endReason: 'pane-lost',
      tmuxPaneId: pane.id,
    });
    const kept = (await home.store.agentEvents.since(0)).filter(
      ({ type }) => type === 'commander_availability',
    );
    expect(kept.map(({ data }) => data.available)).toEqual([true, false]);
  });

  it('is looked after for agents that another process made known', async () => {
    const { id } = await hook('SessionStart');
    const other = await newPane();
    const lost = await hook('SessionStart', {}, { session: 's2', pane: other });
    await agents.close();
    await other.kill();
    await using later = home.agents();
    await later.start({ hooks: false });
    expect(later.availability.isAvailable(id)).toBe(true);
    expect(await later.get(lost.id)).toMatchObject({
      state: 'EXITED',
      endReason: 'pane-lost',
      tmuxPaneId: other.id,
    });
    expect(await later.get(id)).toMatchObject({ endedAt: undefined });
  });

  it('and hooks are looked after although another host does not answer', async () => {
    const here = await hook('SessionStart');
    await using silent = await isolatedTmux();
    const there = await (await silent.tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    await agents.register({ host: silent.address, paneId: there.id });
    await using hooks = await HookFolder.make();
    await hooks.tell('Stop', {}, {});
    await agents.close();
    const pid = silent.tmux.server?.pid ?? 0;
    await using later = home.agents({ config: { subprocessTimeoutMs: 60_000 } });
    process.kill(pid, 'SIGSTOP');
    const starting = later.start({ hooks: { folder: hooks.folder } });
    try {
      await eventually(async () => (later.availability.isAvailable(here.id) ? true : undefined));
      // Hooks are read before anybody is looked after.
      expect(await later.get(here.id)).toMatchObject({ state: 'AWAITING_INPUT' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await starting;
  });
});

interface HookPlace {
  readonly session?: string;
  readonly pane?: Pane | undefined;
  readonly agentPid?: number;
  readonly at?: Date;
  readonly socket?: string;
  readonly pid?: number;
}

async function hook(name: string, payload: Record<string, unknown> = {}, place: HookPlace = {}) {
  const where = 'pane' in place ? place.pane : pane;
  const found = where ? await placeOf(where) : {};
  return agents.handleHook(event(name, { ...found, ...payload }, { ...place, pane: where }));
}

function event(name: string, payload: Record<string, unknown>, place: HookPlace): HookEvent {
  const made = hookEventOf(
    {
      session_id: place.session ?? 's1',
      ...payload,
      ...(place.pane && { tmux_pane: place.pane.id }),
      ...(place.socket !== undefined && { tmux_socket: place.socket, tmux_pane: pane.id }),
      ...(place.pid !== undefined && { tmux_server_pid: place.pid }),
    },
    { event: name, at: place.at ?? new Date(), agentPid: place.agentPid },
  );
  if ('ignored' in made) throw new Error(made.ignored);
  return made;
}

async function placeOf(where: Pane): Promise<Record<string, unknown>> {
  return { tmux_pane: where.id, tmux_socket: await socketPath(), tmux_server_pid: server.tmux.server?.pid };
}

async function socketPath(): Promise<string> {
  const [path = ''] = await server.tmux.command('display-message', '-p', '#{socket_path}');
  return path;
}

async function newPane(): Promise<Pane> {
  const made = await (await server.tmux.ensureSession('main')).newWindow({ command: ['cat'] });
  // Before that it is a copy of tmux.
  await eventually(async () => ((await made.info()).command === 'cat' ? true : undefined));
  return made;
}

/** Ends the server and starts another one on the same socket, up to a pane of the same id. */
async function restart(): Promise<Pane> {
  await server.tmux.killServer();
  const session = await server.tmux.ensureSession('main');
  for (;;) {
    const next = await session.newWindow({ command: ['cat'] });
    if (Number(next.id.slice(1)) >= Number(pane.id.slice(1))) return next;
  }
}
