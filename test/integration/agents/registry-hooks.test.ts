import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installScript } from '../../../src/agents/hooks/install-script.js';
import type { AgentRecord } from '../../../src/store/agent-record.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/index.js';
import { AgentHome, eventually } from './asking-agent.js';

let server: IsolatedTmux;
let home: AgentHome;
let hook: string;
beforeEach(async () => {
  server = await isolatedTmux();
  home = await AgentHome.make();
  hook = `exec ${await installScript(home.hooks)}`;
});
afterEach(async () => {
  // First those who write into the folder.
  await server[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const ask = { title: 'Which colour do you want?', options: ['Red', 'Blue'] };

describe('an agent with our hooks', () => {
  it('is known from its start on, and a conversation is written down with one turn for each message', async () => {
    await using agents = home.agents();
    await agents.start({ hooks: { folder: home.hooks } });
    const agent = await home.start(server, { hook, ask });
    const { id } = await known((one) => one.state === 'IDLE');
    const bridgeless = await agent.pane.info();
    expect(await agents.get(id)).toMatchObject({
      tmuxPaneId: agent.pane.id,
      sessionId: 'session-1',
      metadata: { agentPid: bridgeless.pid },
    });

    await agent.pane.sendText('please ASK me');
    await agent.pane.sendKeys('Enter');
    await known((one) => one.state === 'AWAITING_INPUT');
    // What a hook tells may be known before tmux shows it.
    await agent.pane.waitForText(ask.title);
    await agents.respond(id, 'Blue', { mode: 'option' });
    await known((one) => one.stateDetail === 'Stop');
    await agent.pane.waitForText('chose Blue');
    await agents.respond(id, 'thank you');
    await eventually(async () => ((await turns(id)).length === 6 ? true : undefined));
    expect(await turns(id)).toEqual([
      'USER COMMAND please ASK me hook',
      'AGENT QUESTION Which colour do you want?\n- Red\n- Blue hook',
      'USER ANSWER Blue respond',
      'AGENT COMPLETION chose Blue hook',
      expect.stringMatching(/^USER ANSWER thank you (hook|respond)$/),
      'AGENT COMPLETION done with thank you hook',
    ]);
    const [, said] = await home.store.turns.list(id);
    expect(said).toMatchObject({
      text: 'thank you',
      confirmedAt: expect.any(Date),
      receipt: { status: 'submitted' },
    });
    // Who follows the events ends where the agent is.
    await known((one) => one.state === 'AWAITING_INPUT');
    const changes = (await home.store.agentEvents.since(0)).filter(({ type }) => type === 'state_changed');
    expect(changes.at(-1)?.data.new_state).toBe('AWAITING_INPUT');
    expect(
      changes.filter(({ data }) => data.turn_id === said?.id).map(({ data }) => data.new_state),
    ).toContain('PROCESSING');
  });

  it('is found out later, where nobody listened when it told', async () => {
    const agent = await home.start(server, { hook });
    await agent.pane.sendText('do this');
    await agent.pane.sendKeys('Enter');
    await agent.pane.waitForText('done with do this');
    await using agents = home.agents();
    await agents.start({ hooks: { folder: home.hooks } });
    const { id } = await known((one) => one.state === 'AWAITING_INPUT');
    expect(await turns(id)).toEqual(['USER COMMAND do this hook', 'AGENT COMPLETION done with do this hook']);
    expect((await agents.get(id)).tmuxPaneId).toBe(agent.pane.id);
  });

  it('is one agent for several processes that listen', async () => {
    await using one = home.agents();
    await using two = home.agents();
    await Promise.all([one, two].map((agents) => agents.start({ hooks: { folder: home.hooks } })));
    const started = await Promise.all(
      ['a', 'b', 'c'].map((session) => home.start(server, { hook, session })),
    );
    for (const { pane } of started) {
      await pane.sendText('go');
      await pane.sendKeys('Enter');
    }
    await eventually(async () => {
      const agents = await home.store.agents.list({ state: 'AWAITING_INPUT' });
      return agents.length === 3 ? true : undefined;
    });
    expect(await home.store.agents.list()).toHaveLength(3);
    for (const { id } of await home.store.agents.list()) {
      expect(await turns(id)).toEqual(['USER COMMAND go hook', 'AGENT COMPLETION done with go hook']);
    }
  });

  it('ends, and keeps its pane', async () => {
    await using agents = home.agents();
    await agents.start({ hooks: { folder: home.hooks } });
    const agent = await home.start(server, { hook });
    const { id } = await known((one) => one.state === 'IDLE');
    process.kill((await agent.pane.info()).pid, 'SIGTERM');
    expect(await known((one) => one.endedAt !== undefined)).toMatchObject({
      id,
      tmuxPaneId: agent.pane.id,
      state: 'EXITED',
    });
    // It tells that it ends before it does.
    await expect.poll(() => agent.pane.exists()).toBe(false);
    await expect(agents.respond(id, 'x')).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  });
});

describe('an agent that is watched', () => {
  it('is known by its screen where it has no hooks', async () => {
    await using agents = home.agents();
    await agents.start({ hooks: false, watch: true });
    const told: unknown[] = [];
    agents.on('state_changed', ({ data }) => told.push(data.new_state));
    const agent = await home.start(server, { ask, workMs: 500 });
    const { id, state } = await agents.register({
      host: server.address,
      paneId: agent.pane.id,
      profile: 'claude-code',
    });
    expect(state).toBe('IDLE');
    await agent.pane.sendText('ASK me');
    await agent.pane.sendKeys('Enter');
    await known((one) => one.state === 'AWAITING_INPUT');
    const from = told.length;
    await agents.respond(id, 'Red', { mode: 'option' });
    await eventually(async () => (told.slice(from).includes('PROCESSING') ? true : undefined));
    const waiting = await known((one) => one.state === 'AWAITING_INPUT');
    expect(waiting.stateSource).toBe('screen');
    expect(await agent.told()).toEqual([{ submitted: 'ASK me' }, { chosen: 'Red' }]);
  });
});

async function known(accept: (agent: AgentRecord) => boolean): Promise<AgentRecord> {
  return eventually(async () => (await home.store.agents.list()).find(accept));
}

async function turns(id: string): Promise<string[]> {
  const list = await home.store.turns.list(id, { order: 'oldest' });
  return list.map(({ actor, intent, text, source }) => `${actor} ${intent} ${text} ${source}`);
}
