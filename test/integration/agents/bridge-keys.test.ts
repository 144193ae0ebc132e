import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentServer, agentServer } from './scripted-agent.js';
import { sentTimes } from './sent-times.js';

describe('sendKeys, capturePane and checkHealth', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it('presses keys by their names, in order [B20]', async () => {
    const agent = await agents.start();
    const keys = ['Up', 'Down', 'Escape', 'C-u', 'Tab', 'Enter', 'BSpace'];
    expect(await agents.bridge.sendKeys(agent.pane.id, ...keys, { sequentialSendDelayMs: 30 })).toMatchObject(
      { success: true },
    );
    await expect.poll(() => agent.keys()).toEqual(keys);
  });

  it('waits between them [B21]', async () => {
    const agent = await agents.start();
    using sent = sentTimes(agents.server.tmux);
    await agents.bridge.sendKeys(agent.pane.id, 'Up', 'Down', 'Up');
    await expect.poll(() => agent.keys()).toEqual(['Up', 'Down', 'Up']);
    const [first = 0, second = 0, third = 0] = sent.of('send-key');
    expect(second - first).toBeGreaterThanOrEqual(149);
    expect(third - second).toBeGreaterThanOrEqual(149);
  });

  it('refuses an unknown name before anything is sent', async () => {
    const agent = await agents.start();
    const result = await agents.bridge.sendKeys(agent.pane.id, 'Down', 'Entre');
    expect(result).toMatchObject({ success: false, errorType: 'SEND_FAILED', errorCode: 'UNKNOWN_KEY' });
    expect(await agents.bridge.sendKeys(agent.pane.id)).toMatchObject({
      success: false,
      errorCode: 'INVALID_ARGUMENT',
    });
    expect(await agent.keys()).toEqual([]);
  });

  it('proves a closing Enter by a change of the screen [B21]', async () => {
    const agent = await agents.start({ dialogAfterStartMs: 0, repaintMs: 20 });
    await agent.pane.waitForText('Do you want');
    const result = await agents.bridge.sendKeys(agent.pane.id, 'Down', 'Down', 'Enter', {
      verifyEnter: true,
    });
    expect(result).toMatchObject({
      success: true,
      receipt: { attempts: 1, evidence: [{ source: 'content-change' }] },
    });
    // What has changed on the screen may be what the keys before Enter have done.
    await expect.poll(async () => (await agent.events()).at(-1)).toMatchObject({ type: 'denied', answer: 2 });
  });

  it('says when Enter changed nothing, and presses it no second time unasked [B21]', async () => {
    const agent = await agents.start({ draft: 'text', swallowEnter: 1, repaintMs: 20 });
    const result = await agents.bridge.sendKeys(agent.pane.id, 'Enter', { verifyEnter: true });
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', errorType: 'SEND_FAILED' });
    await expect.poll(() => agent.keys()).toEqual(['Enter']);
    const again = await agents.start({ draft: 'text', swallowEnter: 1 });
    const retried = await agents.bridge.sendKeys(again.pane.id, 'Enter', {
      verifyEnter: true,
      maxEnterRetries: 2,
    });
    expect(retried).toMatchObject({ success: true, receipt: { attempts: 2 } });
    expect(await again.submitted()).toEqual(['text']);
  });

  it('presses keys only while the screen shows what they are meant for', async () => {
    const agent = await agents.start({ dialogAfterStartMs: 0 });
    await agent.pane.waitForText('Do you want');
    const wrong = await agents.bridge.sendKeys(agent.pane.id, 'Enter', {
      ifShows: 'Do you want to overwrite',
    });
    expect(wrong).toMatchObject({ success: false, errorCode: 'SCREEN_CHANGED' });
    expect(await agent.keys()).toEqual([]);
    const right = await agents.bridge.sendKeys(agent.pane.id, '3', { ifShows: 'Do you want to proceed?' });
    expect(right).toMatchObject({ success: true });
  });

  it('leaves copy mode', async () => {
    const agent = await agents.start();
    await agents.server.tmux.command('copy-mode', '-t', agent.pane.id);
    expect(await agents.bridge.sendKeys(agent.pane.id, 'Up')).toMatchObject({ success: true });
    await expect.poll(() => agent.keys()).toEqual(['Up']);
  });

  it('captures a pane, with escape sequences on request [B25]', async () => {
    const pane = await agents.run(['sh', '-c', "printf '\\033[31mred\\033[0m\\n'; exec cat"]);
    await pane.waitForText('red');
    expect(await agents.bridge.capturePane(pane.id)).toMatchObject({ success: true, content: 'red\n' });
    const { content } = await agents.bridge.capturePane(pane.id, { ansi: true });
    expect(content).toContain('\x1b[31mred');
  });

  it('tells whether a pane is there and an agent in it [B26] [B27]', async () => {
    const agent = await agents.start();
    expect(await agents.bridge.checkHealth(agent.pane.id)).toMatchObject({
      available: true,
      running: true,
      command: 'node',
    });
    const shell = await agents.run(['sh', '-i']);
    expect(await agents.bridge.checkHealth(shell.id)).toMatchObject({ available: true, running: false });
  });

  it('gives the words to look for in an input box [B54]', () => {
    expect(agents.bridge.extractVerificationSnippet('short')).toBeNull();
    expect(agents.bridge.extractVerificationSnippet(`${'x'.repeat(40)}\nthe last line of it`)).toBe(
      'the last line of it',
    );
  });
});
