import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AgentHome, type AskingAgent, type AskingAgentOptions } from '../agents/asking-agent.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

const transcript = fileURLToPath(new URL('../../fixtures/transcripts/claude-code.jsonl', import.meta.url));
const colours = { title: 'Which colour do you want?', options: ['Red', 'Blue', 'Blue-green'] };

interface OpenAgents extends OpenOperations {
  start(options?: AskingAgentOptions): Promise<AskingAgent>;
}

async function openAgents(): Promise<OpenAgents> {
  const open = await openOperations();
  const home = await AgentHome.make();
  return {
    ...open,
    start: (options) => home.start(open.server, options),
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

describe('the operations of agents', () => {
  it('say that a program which no profile knows runs, as long as it is the one that was registered', async () => {
    await using open = await openAgents();
    const session = await open.tmux.ensureSession('plain');
    const pane = await session.newWindow({ command: ['cat'] });
    await pane.sendText('hello\n');
    await pane.waitForText('hello\nhello', { timeoutMs: 120_000 });
    await open.call('agent.register', { target: pane.id, host: open.host, name: 'plain' });
    expect(await open.call('agent.health', { target: 'plain' })).toMatchObject({
      available: true,
      running: true,
      command: 'cat',
    });
  });

  it('make one of the program in a pane, and forget it again', async () => {
    await using open = await openAgents();
    const { pane } = await open.start();
    const registered = await open.call('agent.register', {
      target: pane.id,
      host: open.host,
      name: 'reviewer',
    });
    expect(registered).toMatchObject({
      name: 'reviewer',
      host: open.host,
      paneId: pane.id,
      itermPaneId: null,
      state: 'IDLE',
      stateSince: expect.stringMatching(/Z$/),
    });
    expect(registered).not.toHaveProperty('metadata');
    // It is what it was before this look.
    expect(await open.call('agent.status', { target: 'reviewer' })).toMatchObject({
      state: 'IDLE',
      since: registered.stateSince,
    });
    expect(await open.call('agent.list')).toEqual({
      agents: [expect.objectContaining({ id: registered.id })],
      hasMore: false,
    });
    const again = { target: 'reviewer', name: 'other', itermPaneId: 'w0t0p0' };
    expect(await open.call('agent.register', again)).toMatchObject({
      id: registered.id,
      name: 'other',
      itermPaneId: 'w0t0p0',
    });
    expect(await open.call('agent.remove', { agent: 'other' })).toEqual({ id: registered.id });
    expect(await open.call('agent.list', { ended: true })).toEqual({ agents: [], hasMore: false });
    expect(await pane.info()).toMatchObject({ dead: false });
  });

  it('give it a prompt once, with a receipt', async () => {
    await using open = await openAgents();
    const { pane, told } = await open.start();
    const { id } = await open.call('agent.register', { target: pane.id, host: open.host, name: 'reviewer' });
    const prompt = { target: 'reviewer', text: 'Review the last commit', idempotencyKey: 'one' };
    const sent = await open.call('agent.send', prompt);
    expect(sent).toMatchObject({
      paneId: pane.id,
      host: open.host,
      agentId: id,
      status: 'submitted',
      receipt: {
        status: 'submitted',
        attempts: 1,
        key: 'one',
        evidence: expect.any(Array),
        at: expect.stringMatching(/Z$/),
      },
    });
    await using by = open.another();
    expect(await open.call('agent.send', prompt, { by })).toMatchObject({ receipt: { at: sent.receipt.at } });
    expect(await told()).toEqual([{ submitted: 'Review the last commit' }]);
    const { messages, source } = await open.call('agent.conversation', { target: 'reviewer' });
    expect(source).toBe('screen');
    expect(JSON.stringify(messages)).toContain('Review the last commit');
  });

  it('tell what it asks, and answer by option and in words', async () => {
    await using open = await openAgents();
    const { pane, told } = await open.start({ ask: colours, atOnce: true });
    const { id } = await open.call('agent.register', { target: pane.id, host: open.host, name: 'painter' });
    expect(await open.call('agent.status', { target: 'painter' })).toMatchObject({
      paneId: pane.id,
      state: 'AWAITING_INPUT',
      source: 'screen',
      prompt: {
        kind: 'question',
        text: expect.stringContaining(colours.title),
        options: [
          { number: 1, label: 'Red', highlighted: true },
          { number: 2, label: 'Blue', highlighted: false },
          { number: 3, label: 'Blue-green', highlighted: false },
        ],
      },
      agent: { id, name: 'painter' },
      signals: expect.arrayContaining([expect.objectContaining({ source: 'screen', role: 'decides' })]),
    });
    expect(await open.fails('agent.send', { target: 'painter', text: 'hello' })).toMatchObject({
      code: 'DIALOG_OPEN',
    });
    expect(
      await open.fails('agent.respond', { agent: 'painter', text: 'Pink', mode: 'option' }),
    ).toMatchObject({
      code: 'OPTION_NOT_FOUND',
    });
    const answer = await open.call('agent.respond', { agent: 'painter', text: '2', mode: 'option' });
    expect(answer).toMatchObject({
      status: 'ok',
      agent_id: id,
      new_state: 'PROCESSING',
      latency_ms: expect.any(Number),
      receipt: { status: 'submitted' },
    });
    expect(await told()).toEqual([expect.objectContaining({ chosen: 'Blue' })]);
    await pane.waitForText('? for shortcuts');
    await expect
      .poll(async () => (await open.call('agent.list', { state: 'AWAITING_INPUT' })).agents.length)
      .toBe(1);
    await open.call('agent.respond', { agent: 'painter', text: 'thank you' });
    const { turns, hasMore } = await open.call('agent.turns', { agent: 'painter' });
    expect(turns.map(({ actor, intent, text }: Answer) => `${actor} ${intent} ${text}`)).toEqual([
      'USER ANSWER thank you',
      'USER ANSWER Blue',
    ]);
    expect(hasMore).toBe(false);
    expect(await open.call('agent.turns', { agent: 'painter', limit: 1, order: 'oldest' })).toMatchObject({
      turns: [{ id: answer.turn_id, text: 'Blue', receipt: { status: 'submitted' } }],
      hasMore: true,
    });
  });

  it('look at the program in any pane', async () => {
    await using open = await openAgents();
    const { pane } = await open.start();
    const target = { target: pane.id, host: open.host };
    const status = await open.call('agent.status', target);
    expect(status).toMatchObject({ state: 'IDLE', profile: 'claude-code' });
    expect(status).not.toHaveProperty('agent');
    expect(await open.call('agent.health', target)).toMatchObject({
      paneId: pane.id,
      available: true,
      running: true,
      command: 'node',
      dead: false,
    });
    const shell = await open.call('agent.status', { target: 'main:', host: open.host });
    expect(shell).toMatchObject({ profile: 'generic' });
    expect(await open.call('agent.health', { target: 'main:', host: open.host })).toMatchObject({
      available: true,
      running: false,
    });
  });

  it('see that one is gone', async () => {
    await using open = await openAgents();
    const { pane } = await open.start();
    const { id } = await open.call('agent.register', { target: pane.id, host: open.host, name: 'short' });
    await pane.kill();
    expect(await open.call('agent.health', { target: 'short' })).toMatchObject({
      available: false,
      running: false,
    });
    expect(await open.call('agent.health', { target: pane.id, host: open.host })).toMatchObject({
      available: false,
    });
    expect(await open.call('agent.list')).toMatchObject({ agents: [] });
    expect(await open.call('agent.list', { ended: true })).toMatchObject({
      agents: [{ id, state: 'EXITED', endReason: 'pane-lost' }],
    });
    expect(await open.fails('agent.respond', { agent: id, text: 'x' })).toMatchObject({
      code: 'PANE_NOT_FOUND',
    });
  });

  it('hide a secret that it was given, wherever it turns up', async () => {
    await using open = await openAgents();
    const { pane } = await open.start();
    const text = 'correct-horse-battery';
    await open.call('agent.send', { target: pane.id, host: open.host, text, secret: true });
    await pane.waitForText('? for shortcuts');
    await using by = open.another();
    const screen = await open.call('pane.screen', { target: pane.id, host: open.host }, { by });
    expect(screen.text).toContain('****');
    expect(screen.text).not.toContain(text);
    const target = { target: pane.id, host: open.host };
    for (const name of ['agent.status', 'agent.conversation'])
      expect(JSON.stringify(await open.call(name, target, { by }))).not.toContain(text);
  });

  it('take in what hooks told before anybody listened', async () => {
    await using open = await openAgents();
    const settings = join(open.folder, 'claude', 'settings.json');
    expect(await open.call('agent.install-hooks', { dryRun: true })).toMatchObject({
      path: settings,
      changed: true,
      diff: expect.stringContaining('+'),
    });
    await expect(readFile(settings)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await open.call('agent.install-hooks')).toMatchObject({ changed: true, warnings: [] });
    expect(await open.call('agent.install-hooks')).toMatchObject({ changed: false, diff: '' });
    const { hooks } = JSON.parse(await readFile(settings, 'utf8'));
    const { command } = hooks.SessionStart[0].hooks[0];
    const { pane } = await open.start({ hook: /exec \S+(?= SessionStart)/.exec(command)?.[0] ?? '' });
    await expect
      .poll(async () => (await open.call('agent.list')).agents)
      .toEqual([expect.objectContaining({ paneId: pane.id, sessionId: 'session-1', host: open.host })]);
    expect(await open.call('agent.uninstall-hooks')).toMatchObject({ changed: true });
    expect(await readFile(settings, 'utf8')).not.toContain('SessionStart');
    const config = join(open.folder, 'codex', 'config.toml');
    expect(await open.call('agent.install-hooks', { program: 'codex' })).toMatchObject({
      path: config,
      changed: true,
    });
    expect(await open.call('agent.uninstall-hooks', { program: 'codex' })).toMatchObject({ changed: true });
    const other = join(open.folder, 'other.toml');
    await writeFile(other, 'notify = ["say", "done"]\n');
    expect(await open.fails('agent.install-hooks', { program: 'codex', path: other })).toMatchObject({
      code: 'HOOK_IN_USE',
    });
    expect(await open.fails('agent.install-hooks', { path: 'relative.json' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('absolute path'),
    });
  });

  it('read the conversation from the transcript that its hooks name, piece by piece', async () => {
    await using open = await openAgents();
    const { pane } = await open.start();
    const { id } = await open.call('agent.register', { target: pane.id, host: open.host });
    const store = await open.runtime.store();
    const projects = join(open.folder, 'claude', 'projects', 'work');
    await mkdir(projects, { recursive: true });
    await copyFile(transcript, join(projects, 'session.jsonl'));
    await store.agents.update(id, { metadata: { transcriptPath: join(projects, 'session.jsonl') } });
    const all = await open.call('agent.conversation', { target: id });
    expect(all).toMatchObject({ source: 'transcript', hasMore: false });
    expect(all.messages[0]).toEqual({
      number: 1,
      role: 'user',
      text: 'hello agent',
      complete: true,
      truncated: false,
    });
    const seen: Answer[] = [];
    for (let before: number | undefined, more = true; more; ) {
      const piece = await open.call('agent.conversation', { target: id, limit: 2, before });
      seen.unshift(...piece.messages);
      more = piece.hasMore;
      before = piece.nextBefore;
    }
    expect(seen).toEqual(all.messages);
    const last = await open.call('agent.conversation', { target: id, role: 'agent', limit: 1 });
    expect(last.messages).toEqual([all.messages.findLast(({ role }: Answer) => role === 'agent')]);
    const long = all.messages.map(({ text }: Answer) => text).join('');
    expect(long.length).toBeGreaterThan(1_000);
    const short = await open.call('agent.conversation', { target: id, maxBytes: 1_000 });
    expect(Buffer.byteLength(short.messages.map(({ text }: Answer) => text).join(''))).toBeLessThanOrEqual(
      1_000,
    );
  });

  it.each([
    ['agent.remove', { agent: 'nobody' }, 'AGENT_NOT_FOUND'],
    ['agent.respond', { agent: 'nobody', text: 'x' }, 'AGENT_NOT_FOUND'],
    ['agent.turns', { agent: 'nobody' }, 'AGENT_NOT_FOUND'],
    ['agent.status', { target: 'nobody' }, 'TARGET_NOT_FOUND'],
    ['agent.send', { target: 'nobody', text: 'x' }, 'TARGET_NOT_FOUND'],
    ['agent.health', { target: 'nobody' }, 'TARGET_NOT_FOUND'],
    ['agent.conversation', { target: 'nobody' }, 'TARGET_NOT_FOUND'],
    ['agent.register', { target: 'nobody' }, 'TARGET_NOT_FOUND'],
    ['agent.register', { target: 'main:', profile: 'nobody' }, 'PROFILE_NOT_FOUND'],
    ['agent.register', { target: 'main:', name: ' ' }, 'INVALID_ARGUMENT'],
    ['agent.send', { target: '%99', text: 'x' }, 'PANE_NOT_FOUND'],
    ['agent.status', { target: '%99' }, 'PANE_NOT_FOUND'],
  ])('%s refuses %j with %s', async (name, input, code) => {
    await using open = await openOperations();
    const at = 'target' in input ? { host: open.host } : {};
    expect(await open.fails(name, { ...input, ...at })).toMatchObject({ code });
    expect(await open.call('agent.list', { ended: true })).toMatchObject({ agents: [] });
  });
});
