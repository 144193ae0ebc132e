import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agents } from '../../../src/agents/registry/agents.js';
import { MenuTalk } from '../../../src/agents/registry/answer/menu-talk.js';
import { lookAtAgent } from '../../../src/agents/registry/look-at-agent.js';
import { loadProfiles } from '../../../src/panes/profiles/profile.js';
import { checkHealth } from '../../../src/status/health/check-health.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/index.js';
import { compiledProgram } from '../compiled-source.js';
import { AgentHome, type AskingAgent, type AskingAgentOptions, eventually } from './asking-agent.js';

const fixture = await compiledProgram(new URL('./fixtures/respond-once.ts', import.meta.url));

let server: IsolatedTmux;
let home: AgentHome;
let agents: Agents;
beforeEach(async () => {
  server = await isolatedTmux();
  home = await AgentHome.make();
  agents = home.agents();
});
afterEach(async () => {
  await agents.close();
  // First those who write into the folder.
  await server[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const claude = { profile: 'claude-code' };
const colours = { title: 'Which colour do you want?', options: ['Red', 'Blue', 'Blue-green'] } as const;
const permission = {
  title: 'Do you want to proceed?',
  options: ['Yes', 'Yes, and always allow it', 'No, and tell it what to do'],
} as const;

describe('respond', () => {
  it('delivers the text, writes a turn of the user down, and moves the agent to PROCESSING [B35, B36]', async () => {
    const { id, agent } = await waiting();
    const told: unknown[] = [];
    agents.on('state_changed', ({ data }) => told.push(data));
    const result = await agents.respond(id, 'go on then');
    expect(result).toMatchObject({
      status: 'ok',
      agent_id: id,
      new_state: 'PROCESSING',
      latency_ms: expect.any(Number),
      receipt: { status: 'submitted' },
    });
    expect(await agent.told()).toEqual([{ submitted: 'go on then' }]);
    const [turn] = await agents.turns(id);
    expect(turn).toMatchObject({
      id: result.turn_id,
      actor: 'USER',
      intent: 'ANSWER',
      text: 'go on then',
      receipt: { status: 'submitted', evidence: expect.any(Array) },
    });
    expect(told).toEqual([
      {
        agent_id: id,
        old_state: 'AWAITING_INPUT',
        new_state: 'PROCESSING',
        source: 'bridge',
        detail: 'took an answer',
        turn_id: result.turn_id,
      },
    ]);
    expect(await agents.get(id)).toMatchObject({ state: 'PROCESSING', stateSource: 'bridge' });
    expect((await home.store.agentEvents.since(0)).at(-1)?.data).toMatchObject({ turn_id: result.turn_id });
  });

  it('keeps no secret in a turn', async () => {
    const { id, agent } = await waiting();
    await agents.respond(id, 'use sk-ant-api03-abcdefghijklmnop');
    expect((await agents.turns(id))[0]).toMatchObject({ text: 'use ****' });
    expect(await agent.told()).toEqual([{ submitted: 'use sk-ant-api03-abcdefghijklmnop' }]);
  });

  it('refuses an agent that nobody knows, one without a pane, and one that does not wait', async () => {
    await expect(agents.respond('nobody', 'x')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
    const { agent: paneless } = await home.store.agents.insert({
      id: 'p',
      host: 'local',
      state: 'AWAITING_INPUT',
    });
    await expect(agents.respond(paneless.id, 'x')).rejects.toMatchObject({ code: 'NO_PANE_ID' });
    const { id, agent } = await waiting();
    await home.store.agents.transition(id, { to: 'PROCESSING', source: 'hook' });
    await expect(agents.respond(id, 'x')).rejects.toMatchObject({
      code: 'AGENT_WRONG_STATE',
      message: expect.stringContaining('PROCESSING'),
      details: { state: 'PROCESSING' },
    });
    await expect(agents.respond(id, ' ')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await agent.told()).toEqual([]);
    expect(await agents.turns(id)).toEqual([]);
  });

  it('leaves state and turns as they were where the text was not delivered', async () => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true });
    await expect(agents.respond(id, 'please stop now')).rejects.toMatchObject({
      code: 'DIALOG_OPEN',
      details: { errorType: 'SEND_FAILED' },
    });
    expect(await agent.told()).toEqual([]);
    expect(await agents.turns(id)).toEqual([]);
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });

  it('refuses a pane that is gone, and one that is not the agent any more', async () => {
    const { id, agent } = await waiting();
    await server.tmux.command('respawn-pane', '-k', '-t', agent.pane.id, 'cat');
    await expect(agents.respond(id, 'x')).rejects.toMatchObject({ code: 'AGENT_PANE_LOST' });
    await agent.pane.kill();
    await expect(agents.respond(id, 'x')).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    expect(await agents.turns(id)).toEqual([]);
  });

  it('types nothing into the shell that the agent was started from, after the agent was killed', async () => {
    const { id, agent } = await waiting({ inShell: true });
    await agents.respond(id, 'go on');
    await agent.pane.waitForText('done with go on');
    await makeWait(id);
    const { pid = 0 } = await checkHealth(server.tmux, agent.pane.id, { programs: ['claude'] });
    process.kill(pid, 'SIGKILL');
    await agent.pane.waitForText('shell>');
    await expect(agents.respond(id, 'touch here')).rejects.toMatchObject({
      code: 'AGENT_PANE_LOST',
      message: expect.stringContaining('not in the foreground'),
    });
    expect((await agent.pane.screen()).lines.join('\n')).not.toContain('touch here');
  });

  it('types nothing into the shell where the program is gone that was registered by hand', async () => {
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['sh'] });
    await pane.sendText('cat');
    await pane.sendKeys('Enter');
    await eventually(async () => ((await pane.info()).command === 'cat' ? true : undefined));
    const { id } = await agents.register({ host: server.address, paneId: pane.id });
    await pane.sendKeys('C-c');
    await eventually(async () => ((await pane.info()).command === 'cat' ? undefined : true));
    await makeWait(id);
    await expect(agents.respond(id, 'touch here')).rejects.toMatchObject({ code: 'AGENT_PANE_LOST' });
    expect((await pane.screen()).lines.join('\n')).not.toContain('touch here');
  });

  it('answers no agent that has ended, although its screen asks', async () => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true });
    await home.store.agents.transition(id, { to: 'EXITED', source: 'hook' });
    await home.store.agents.end(id, 'logout');
    await expect(agents.respond(id, '1', { mode: 'option' })).rejects.toMatchObject({
      code: 'AGENT_WRONG_STATE',
      message: expect.stringContaining('has ended (logout)'),
    });
    expect(await agent.told()).toEqual([]);
    expect(await agents.get(id)).toMatchObject({ state: 'EXITED', endReason: 'logout' });
  });

  it('gives the first result for a key that comes again, and does nothing else', async () => {
    const { id, agent } = await waiting({ workMs: 3_600_000 });
    const first = await agents.respond(id, 'only once', { idempotencyKey: 'k1' });
    const events = await home.store.agentEvents.since(0);
    // The agent works by now, so that another answer would be refused.
    expect(await agents.respond(id, 'only once', { idempotencyKey: 'k1' })).toEqual(first);
    await makeWait(id);
    expect(await agents.respond(id, 'only once', { idempotencyKey: 'k1' })).toEqual(first);
    expect(await agents.turns(id)).toHaveLength(1);
    expect(await agent.told()).toEqual([{ submitted: 'only once' }]);
    expect((await home.store.agentEvents.since(0)).length).toBe(events.length + 1);
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });

  it('gives the first result for the key of an option, too', async () => {
    const next = { title: 'How large?', options: ['Red', 'Large'] };
    const { id, agent } = await waiting({ ask: colours, atOnce: true, next });
    const options = { mode: 'option', idempotencyKey: 'k1' } as const;
    const first = await agents.respond(id, 'Red', options);
    expect(await agents.respond(id, 'Red', options)).toEqual(first);
    expect(await agent.told()).toEqual([{ chosen: 'Red' }]);
    expect(await agents.turns(id)).toHaveLength(1);
  });

  it('lets one answer through where two come at once', async () => {
    const { id, agent } = await waiting({ workMs: 3_600_000 });
    await using other = home.agents();
    const results = await Promise.allSettled([agents.respond(id, 'first'), other.respond(id, 'second')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rejected = results.find((result) => result.status === 'rejected');
    expect(rejected?.reason).toMatchObject({ code: 'AGENT_WRONG_STATE' });
    expect(await agent.told()).toHaveLength(1);
    expect(await agents.turns(id)).toHaveLength(1);
  });

  it('lets one answer through where several processes answer at once', async () => {
    const { id, agent } = await waiting({ workMs: 3_600_000 });
    const processes = ['one', 'two', 'three'].map((text) => {
      const argv = [fixture, home.store.path, id, text];
      const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    for (const { lines } of processes) expect((await lines.next()).value).toBe('ready');
    for (const { child } of processes) child.stdin.end('go\n');
    const outcomes = await Promise.all(processes.map(async ({ lines }) => (await lines.next()).value));
    expect(outcomes.sort()).toEqual(['AGENT_WRONG_STATE', 'AGENT_WRONG_STATE', 'ok']);
    expect(await agent.told()).toHaveLength(1);
    expect(await agents.turns(id)).toHaveLength(1);
  });

  it('finds out from the screen that an agent waits of which no hook told', async () => {
    const agent = await home.start(server, { ask: colours, atOnce: true });
    const { id, state } = await agents.register({
      host: server.address,
      paneId: agent.pane.id,
      profile: 'claude-code',
    });
    expect(state).toBe('AWAITING_INPUT');
    await agents.respond(id, '2', { mode: 'option' });
    expect(await agent.told()).toEqual([{ chosen: 'Blue' }]);
  });
});

describe('respond with an option', () => {
  it.each([
    ['1', 'Red'],
    ['3', 'Blue-green'],
    ['blue', 'Blue'],
    ['Blue-g', 'Blue-green'],
    ['green', 'Blue-green'],
  ])('takes %j for the option that is meant', async (wanted, chosen) => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true });
    const result = await agents.respond(id, wanted, { mode: 'option' });
    expect(result).toMatchObject({ status: 'ok', new_state: 'PROCESSING' });
    expect(await agent.told()).toEqual([{ chosen }]);
    expect((await agents.turns(id))[0]).toMatchObject({ actor: 'USER', intent: 'ANSWER', text: chosen });
    expect(result.receipt.evidence.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`${chosen}' was highlighted`),
      '"Which colour do you want?" was gone after Enter',
    ]);
  });

  it('answers a permission prompt', async () => {
    const { id, agent } = await waiting({ ask: permission, atOnce: true });
    await agents.respond(id, 'No, and', { mode: 'option' });
    expect(await agent.told()).toEqual([{ chosen: 'No, and tell it what to do' }]);
  });

  it('leaves the mode of tmux that a person scrolls in', async () => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true });
    await server.tmux.command('copy-mode', '-t', agent.pane.id);
    await agents.respond(id, 'Blue', { mode: 'option' });
    expect(await agent.told()).toEqual([{ chosen: 'Blue' }]);
  });

  it.each(['4', '0', 'Yellow', 'bl'])('lists the options where %j is none of them', async (wanted) => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true });
    await expect(agents.respond(id, wanted, { mode: 'option' })).rejects.toMatchObject({
      code: 'OPTION_NOT_FOUND',
      suggestion: expect.stringContaining('1. Red | 2. Blue | 3. Blue-green'),
      details: { options: ['1. Red', '2. Blue', '3. Blue-green'] },
    });
    expect(await agent.told()).toEqual([]);
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });

  it('says so where there is nothing to choose from', async () => {
    const { id } = await waiting();
    await expect(agents.respond(id, '1', { mode: 'option' })).rejects.toMatchObject({ code: 'NO_MENU' });
  });

  it('never takes the wrong one: where the highlight does not get there, Enter is not pressed', async () => {
    for (const fault of [{ stuck: true }, { skips: true }]) {
      const { id, agent } = await waiting({ ask: colours, atOnce: true, ...fault });
      await expect(agents.respond(id, '2', { mode: 'option' })).rejects.toMatchObject({
        code: 'OPTION_NOT_CHOSEN',
      });
      expect(await agent.told()).toEqual([]);
      expect(await agents.turns(id)).toEqual([]);
    }
  });

  it('does not press Enter a second time where the first was swallowed', async () => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true, swallow: 1 });
    await expect(agents.respond(id, 'Red', { mode: 'option' })).rejects.toMatchObject({
      code: 'OPTION_NOT_CHOSEN',
    });
    expect(await agent.told()).toEqual([{ swallowed: '\r' }]);
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
  });

  it('tells that the next question is there', async () => {
    const next = { title: 'How large?', options: ['Small', 'Large'] };
    const { id, agent } = await waiting({ ask: colours, atOnce: true, next });
    expect(await agents.respond(id, 'Blue', { mode: 'option' })).toMatchObject({
      new_state: 'AWAITING_INPUT',
    });
    expect(await agents.get(id)).toMatchObject({ state: 'AWAITING_INPUT' });
    expect(await agents.respond(id, 'Large', { mode: 'option' })).toMatchObject({ new_state: 'PROCESSING' });
    expect(await agent.told()).toEqual([{ chosen: 'Blue' }, { chosen: 'Large' }]);
  });

  it('does not take a second question with the same words for the first one, nor answer it', async () => {
    const { id, agent } = await waiting({
      ask: { ...permission, about: 'rm one.txt' },
      atOnce: true,
      next: { ...permission, about: 'rm two.txt' },
    });
    expect(await agents.respond(id, 'Yes', { mode: 'option' })).toMatchObject({
      new_state: 'AWAITING_INPUT',
    });
    expect(await agent.told()).toEqual([{ chosen: 'Yes' }]);
    await agent.pane.waitForText('rm two.txt');
  });
});

describe('a question that another one takes the place of', () => {
  const first = { ...permission, about: 'rm one.txt' };
  const next = { ...permission, about: 'rm two.txt' };

  it('is not answered any more, nor is the other one', async () => {
    const { id, agent } = await waiting({ ask: first, atOnce: true, next, vanishes: true });
    await expect(agents.respond(id, '2', { mode: 'option' })).rejects.toMatchObject({
      code: 'QUESTION_CHANGED',
      details: { question: expect.stringContaining('rm two.txt'), fingerprint: expect.any(String) },
    });
    expect(await agent.told()).toEqual([]);
  });

  it('gets no words of ours', async () => {
    const [one, other] = [
      { ...colours, about: 'the door', other: 'line' },
      { ...colours, about: 'the roof', other: 'line' },
    ] as const;
    const { id, agent } = await waiting({ ask: one, atOnce: true, next: other, vanishes: true });
    await expect(agents.respond(id, 'green', { mode: 'other' })).rejects.toMatchObject({
      code: 'QUESTION_CHANGED',
    });
    expect(await agent.told()).toEqual([]);
  });

  it.each([
    ['with the same words about something else', permission, 'rm one.txt', 'rm two.txt'],
    ['about something that was talked of before', permission, 'rm one.txt', '  ● Bash(rm one.txt)'],
    ['in another script', { title: '本当に?', options: ['はい', 'いいえ'] }, '削除 一', '削除 二'],
  ])('%s gets no key that was meant for the first', async (_, question, about, otherAbout) => {
    const agent = await home.start(server, {
      ask: { ...question, about },
      atOnce: true,
      next: { ...question, about: otherAbout },
    });
    const context = {
      tmux: server.tmux,
      profiles: await loadProfiles(),
      signals: undefined,
      clock: () => new Date(),
      log: undefined,
      commandTimeoutMs: 60_000,
    };
    const { pid } = await agent.pane.info();
    await MenuTalk.hold(context, agent.pane.id, { profile: 'claude-code' }, async (talk) => {
      const seen = await talk.menu();
      process.kill(pid, 'SIGUSR2');
      await agent.pane.waitForText(otherAbout);
      const { cursor } = await agent.pane.screen();
      expect(cursor).toEqual(seen.look.screen.cursor);
      expect(await talk.press(seen, 'Enter')).toBe(false);
      expect(await agent.told()).toEqual([]);
      expect(await talk.press(await talk.menu(), 'Enter')).toBe(true);
    });
    await eventually(async () => ((await agent.told()).length > 0 ? true : undefined));
    expect(await agent.told()).toEqual([{ chosen: question.options[0] }]);
  });

  it.each([
    ['of signs alone', '???', '?!?'],
    ['that differs in one sign', 'rm -rf /tmp/x', 'rm -rf /tmp|x'],
    ['that has the first one in it', 'ls -la', 'sh; ls -la'],
  ])('%s gets no key that was meant for the first, by its fingerprint', async (_, about, otherAbout) => {
    const [one, other] = [about, otherAbout].map((command) => ({ ...permission, about: command }));
    const { id, agent } = await waiting({
      ...(one && { ask: one }),
      atOnce: true,
      ...(other && { next: other }),
    });
    const { screen } = await lookAtAgent(server.tmux, agent.pane.id, claude, await loadProfiles());
    const answer = { mode: 'option', fingerprint: screen.question?.fingerprint } as const;
    process.kill((await agent.pane.info()).pid, 'SIGUSR2');
    await agent.pane.waitForText(otherAbout);
    await expect(agents.respond(id, '1', answer)).rejects.toMatchObject({ code: 'QUESTION_CHANGED' });
    expect(await agent.told()).toEqual([]);
    const now = await lookAtAgent(server.tmux, agent.pane.id, claude, await loadProfiles());
    await agents.respond(id, '1', { ...answer, fingerprint: now.screen.question?.fingerprint });
    expect(await agent.told()).toEqual([{ chosen: 'Yes' }]);
  });
});

describe('what is kept of an answer', () => {
  it('has no secret of the screen in it', async () => {
    const secret = 'sk-ant-api03-abcdefghijklmnop';
    const ask = { title: `Do you want to use ${secret}?`, options: [`Yes, ${secret}`, 'No'] };
    const { id } = await waiting({ ask, atOnce: true });
    await home.store.agents.transition(id, { to: 'PROCESSING', source: 'hook' });
    const result = await agents.respond(id, '1', { mode: 'option' });
    expect(result.receipt.evidence[0]?.detail).toContain('was highlighted');
    const kept = [await agents.turns(id), await home.store.agentEvents.since(0), await agents.get(id)];
    expect(JSON.stringify(kept)).not.toContain('abcdefghijklmnop');
  });
});

describe('respond in other words', () => {
  it('writes into the option that is a line to write on, before Enter', async () => {
    const { id, agent } = await waiting({ ask: { ...colours, other: 'line' }, atOnce: true });
    const result = await agents.respond(id, 'a green one, 2 of them', { mode: 'other' });
    expect(result).toMatchObject({ status: 'ok', new_state: 'PROCESSING', receipt: { status: 'submitted' } });
    expect(await agent.told()).toEqual([{ answered: 'a green one, 2 of them' }]);
    expect((await agents.turns(id))[0]).toMatchObject({ intent: 'ANSWER', text: 'a green one, 2 of them' });
  });

  it('pastes what is longer, with its newlines', async () => {
    const { id, agent } = await waiting({ ask: { ...colours, other: 'line' }, atOnce: true });
    const text = 'Neither of them: take the one from the logo,\nand make it a little darker.';
    await agents.respond(id, text, { mode: 'other' });
    expect(await agent.told()).toEqual([{ answered: text }]);
  });

  it.each([
    ['a few words', 'a green one'],
    ['a sentence', 'Neither: take the one from the logo, and darker.'],
  ])('writes %s into the place for text that the option opens among the others', async (_, text) => {
    const { id, agent } = await waiting({ ask: { ...colours, other: 'inside' }, atOnce: true });
    const result = await agents.respond(id, text, { mode: 'other' });
    expect(await agent.told()).toEqual([{ chosen: 'Other' }, { answered: text }]);
    expect(result).toMatchObject({ status: 'ok', receipt: { status: 'submitted' } });
  });

  it('does not repeat an answer for a key that was used for another one', async () => {
    const { id, agent } = await waiting({ ask: colours, atOnce: true });
    await agents.respond(id, '1', { mode: 'option', idempotencyKey: 'one answer' });
    const second = agents.respond(id, '2', { mode: 'option', idempotencyKey: 'one answer' });
    await expect(second).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await agent.told()).toHaveLength(1);
  });

  it('opens the place for text where the option does that', async () => {
    const { id, agent } = await waiting({ ask: { ...colours, other: 'opens' }, atOnce: true });
    const result = await agents.respond(id, 'a green one', { mode: 'other' });
    expect(await agent.told()).toEqual([{ chosen: 'Other' }, { answered: 'a green one' }]);
    expect(result.receipt.evidence.length).toBeGreaterThan(2);
  });

  it('sends no text where the option cannot be reached, or there is none', async () => {
    const stuck = await waiting({ ask: { ...colours, other: 'opens' }, atOnce: true, stuck: true });
    await expect(agents.respond(stuck.id, 'green', { mode: 'other' })).rejects.toMatchObject({
      code: 'OPTION_NOT_CHOSEN',
    });
    const none = await waiting({ ask: colours, atOnce: true });
    await expect(agents.respond(none.id, 'green', { mode: 'other' })).rejects.toMatchObject({
      code: 'OPTION_NOT_FOUND',
    });
    for (const { agent } of [stuck, none]) expect(await agent.told()).toEqual([]);
  });
});

async function waiting(options: AskingAgentOptions = {}): Promise<{ id: string; agent: AskingAgent }> {
  const agent = await home.start(server, options);
  const { id } = await agents.register({
    host: server.address,
    paneId: agent.pane.id,
    profile: 'claude-code',
  });
  await makeWait(id);
  return { id, agent };
}

/** As the end of a turn does. */
async function makeWait(id: string): Promise<void> {
  await home.store.agents.transition(id, { to: 'AWAITING_INPUT', source: 'hook', detail: 'Stop' });
}
