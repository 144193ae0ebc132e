import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockPane } from '../../../src/delivery/lock/pane-lock.js';
import type { SendResult } from '../../../src/delivery/send-result.js';
import { Deadline } from '../../../src/model/deadline.js';
import { compiledProgram } from '../compiled-source.js';
import { type AgentServer, agentServer } from './scripted-agent.js';

const sendTexts = await compiledProgram(new URL('./fixtures/send-texts.ts', import.meta.url));
const holdPane = await compiledProgram(new URL('./fixtures/hold-pane.ts', import.meta.url));

describe('senders in several processes', () => {
  let agents: AgentServer;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await agents[Symbol.asyncDispose]();
  });

  function start(program: string, ...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [program, agents.server.address, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  }

  async function said(child: ChildProcess): Promise<SendResult[]> {
    return JSON.parse(await textOf(child.stdout as NodeJS.ReadableStream)) as SendResult[];
  }

  it('never interleave, and each text arrives once [B6]', async () => {
    const agent = await agents.start();
    const texts = (who: string): string[] => [
      `${who} says something short`,
      `${who} says something that is long enough to be pasted, which takes another way than keys`,
      `${who} has\nseveral lines\nto say`,
      `${who} says goodbye`,
    ];
    // Each waits for all others.
    const options = { timeoutMs: 200_000 };
    const senders = ['Anna', 'Bert', 'Cleo'].map((who) =>
      start(sendTexts, agent.pane.id, JSON.stringify({ go: true, ...options }), ...texts(who)),
    );
    for (const sender of senders) await once(sender.stdout ?? sender, 'data');
    const results = senders.map(said);
    for (const sender of senders) sender.stdin?.end('go\n');
    const own = texts('Dora').map((text) => agents.bridge.sendText(agent.pane.id, text, options));
    const all = [...(await Promise.all(results)).flat(), ...(await Promise.all(own))];
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 'submitted'));
    const expected = ['Anna', 'Bert', 'Cleo', 'Dora'].flatMap(texts);
    expect((await agent.submitted()).toSorted()).toEqual(expected.toSorted());
  });

  it('take over from one that died in the middle', async () => {
    const agent = await agents.start();
    const holder = start(holdPane, agent.pane.id);
    await once(holder.stdout ?? holder, 'data');
    const waiting = agents.bridge.sendText(agent.pane.id, 'after the crash', { timeoutMs: 120_000 });
    await expect(
      agents.bridge.sendText(agent.pane.id, 'no time', { timeoutMs: 10_000 }),
    ).resolves.toMatchObject({
      success: false,
      errorType: 'TIMEOUT',
      errorCode: 'PANE_BUSY',
    });
    holder.kill('SIGKILL');
    expect(await waiting).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual(['after the crash']);
  });

  it('take over from one that hangs, which then types nothing any more', async () => {
    const agent = await agents.start();
    const holder = start(holdPane, agent.pane.id);
    await once(holder.stdout ?? holder, 'data');
    holder.kill('SIGSTOP');
    using deadline = new Deadline({ what: 'Taking the pane', timeoutMs: 120_000 });
    const lock = await lockPane(agents.server.tmux, agent.pane.id, { deadline, staleMs: 400 });
    holder.kill('SIGCONT');
    const [still] = await agents.server.tmux.command(
      'display-message',
      '-p',
      '-t',
      agent.pane.id,
      lock.isOurs,
    );
    expect(still).toBe('1');
    await lock[Symbol.asyncDispose]();
    holder.kill('SIGKILL');
    expect(await agent.pane.options.get('@muxwright_sender')).toBeUndefined();
  });

  it('give the first receipt for a key that was used before, also in another process', async () => {
    const agent = await agents.start();
    const options = { idempotencyKey: 'job 7' };
    const first = await agents.bridge.sendText(agent.pane.id, 'only once', options);
    expect(first).toMatchObject({ status: 'submitted', receipt: { key: 'job 7' } });
    expect(await agents.bridge.sendText(agent.pane.id, 'only once', options)).toEqual(first);
    const sender = start(sendTexts, agent.pane.id, JSON.stringify(options), 'only once');
    expect(await said(sender)).toEqual(JSON.parse(JSON.stringify([first])));
    const other = await agents.bridge.sendText(agent.pane.id, 'only once', { idempotencyKey: 'job 8' });
    expect(other).toMatchObject({ status: 'submitted', receipt: { key: 'job 8' } });
    expect(await agent.submitted()).toEqual(['only once', 'only once']);
  });

  it('refuse a key that was used for another text, or in another pane', async () => {
    const agent = await agents.start();
    const other = await agents.start();
    const options = { idempotencyKey: 'job 9' };
    const first = await agents.bridge.sendText(agent.pane.id, 'the first text', options);
    const reused = { success: false, errorType: 'SEND_FAILED', errorCode: 'KEY_REUSED' };
    const second = await agents.bridge.sendText(agent.pane.id, 'another text', options);
    expect(second).toMatchObject(reused);
    expect(second.receipt).toBeUndefined();
    expect(await agents.bridge.sendText(other.pane.id, 'the first text', options)).toMatchObject(reused);
    expect(await agents.bridge.sendText(agent.pane.id, 'the first text', options)).toEqual(first);
    expect(await agent.submitted()).toEqual(['the first text']);
    expect(await other.submitted()).toEqual([]);
  });

  it('send a text with a key once when they do it at the same moment', async () => {
    const agent = await agents.start();
    const options = { idempotencyKey: 'all at once' };
    const sending = Array.from({ length: 5 }, () =>
      agents.bridge.sendText(agent.pane.id, 'just one', options),
    );
    const sender = start(sendTexts, agent.pane.id, JSON.stringify(options), 'just one', 'just one');
    const results = [...(await Promise.all(sending)), ...(await said(sender))];
    expect(new Set(results.map(({ receipt }) => new Date(receipt?.at ?? 0).getTime())).size).toBe(1);
    expect(await agent.submitted()).toEqual(['just one']);
  });

  it('do not send again what was interrupted with a key, and say so', async () => {
    const agent = await agents.start({ swallowEnter: 99 });
    const options = { idempotencyKey: 'interrupted', maxEnterRetries: 30 };
    const sender = start(sendTexts, agent.pane.id, JSON.stringify(options), 'half way');
    await agent.pane.waitForText('❯ half way');
    sender.kill('SIGKILL');
    await once(sender, 'exit');
    const result = await agents.bridge.sendText(agent.pane.id, 'half way', {
      ...options,
      ifNotEmpty: 'clear',
    });
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', errorCode: 'SEND_UNCONFIRMED' });
    expect(result.errorMessage).toContain('interrupted');
    await agent.pane.waitForText('❯ half way');
  });

  it('may use a key again where nothing was sent', async () => {
    const agent = await agents.start({ draft: 'mine' });
    const options = { idempotencyKey: 'again' };
    expect(await agents.bridge.sendText(agent.pane.id, 'now', options)).toMatchObject({ success: false });
    const result = await agents.bridge.sendText(agent.pane.id, 'now', { ...options, ifNotEmpty: 'clear' });
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual(['now']);
  });
});
