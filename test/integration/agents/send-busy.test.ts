import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PaneView } from '../../../src/delivery/pane-view.js';
import { type AgentServer, agentServer } from './scripted-agent.js';

describe('sendText to a program at work', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it.each([
    ['a profile', 'claude-code', 'and then commit it'],
    [
      'a profile',
      'claude-code',
      'and then commit it with a message that says what was wrong and why it is right now',
    ],
    ['no profile', undefined, 'and then commit it'],
    [
      'no profile',
      undefined,
      'and then commit it with a message that says what was wrong and why it is right now',
    ],
  ])('is queued by it: with %s (%s) [B5]', async (_, profile, text) => {
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    await agent.pane.waitForText('esc to interrupt');
    const result = await agents.bridge.sendText(
      agent.pane.id,
      text,
      // Without a profile nothing is known about its questions: they might take Enter.
      profile === undefined ? { when: 'queue' } : { profile },
    );
    expect(result).toMatchObject({
      success: true,
      status: 'queued',
      receipt: { status: 'queued', attempts: 1 },
    });
    const events = await agent.events();
    expect(events.filter(({ type }) => type === 'queued').map((event) => event.text)).toEqual([text]);
    expect(events.filter(({ type }) => type === 'interrupted')).toEqual([]);
  });

  it('waits for its end where nothing is known about the questions that it may lead to', async () => {
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    await agent.pane.waitForText('esc to interrupt');
    const looks = vi.spyOn(PaneView.prototype, 'look');
    const sending = agents.bridge.sendText(agent.pane.id, 'the next task');
    await expect.poll(() => looks.mock.settledResults.at(-1)?.type).toBe('fulfilled');
    looks.mockRestore();
    await agent.pane.sendKeys('Escape');
    expect(await sending).toMatchObject({ success: true, status: 'submitted' });
    const types = (await agent.events()).map(({ type }) => type);
    expect(types).not.toContain('queued');
    expect(types.indexOf('interrupted')).toBeLessThan(types.indexOf('submit'));
  });

  it('sends nothing to it where it does not end in time and nothing is known about its questions', async () => {
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    await agent.pane.waitForText('esc to interrupt');
    const result = await agents.bridge.sendText(agent.pane.id, 'the next task', { timeoutMs: 5_000 });
    expect(result).toMatchObject({ success: false, errorType: 'TIMEOUT', errorCode: 'PANE_BUSY' });
    expect((await agent.events()).map(({ type }) => type)).toEqual(['start']);
  });

  it('waits until it is idle where that is asked for', async () => {
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    await agent.pane.waitForText('esc to interrupt');
    const looks = vi.spyOn(PaneView.prototype, 'look');
    const sending = agents.bridge.sendText(agent.pane.id, 'the next task', { when: 'idle' });
    // It has seen the work, and looks again only when something changes.
    await expect.poll(() => looks.mock.settledResults.at(-1)?.type).toBe('fulfilled');
    looks.mockRestore();
    await agent.pane.sendKeys('Escape');
    expect(await sending).toMatchObject({ success: true, status: 'submitted' });
    const types = (await agent.events()).map(({ type }) => type);
    expect(types).not.toContain('queued');
    expect(types.indexOf('interrupted')).toBeLessThan(types.indexOf('submit'));
    expect(await agent.submitted()).toEqual(['the next task']);
  });

  it('gives up when it does not become idle in time, and has sent nothing', async () => {
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    await agent.pane.waitForText('esc to interrupt');
    const result = await agents.bridge.sendText(agent.pane.id, 'the next task', {
      when: 'idle',
      timeoutMs: 8_000,
    });
    expect(result).toMatchObject({ success: false, errorType: 'TIMEOUT', errorCode: 'PANE_BUSY' });
    expect((await agent.events()).map(({ type }) => type)).toEqual(['start']);
  });

  it('does not stop its work with Escape because of ghost text [B9]', async () => {
    const agent = await agents.start({ startWorkMs: 3_600_000, ghost: 'dim' });
    await agent.pane.waitForText('esc to interrupt');
    await agents.bridge.sendText(agent.pane.id, 'carefully', { maxEnterRetries: 1, when: 'queue' });
    expect((await agent.events()).map(({ type }) => type)).not.toContain('interrupted');
  });

  it('is cancelled by its caller, and has sent nothing', async () => {
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    await agent.pane.waitForText('esc to interrupt');
    const controller = new AbortController();
    const sending = agents.bridge.sendText(agent.pane.id, 'never mind', {
      when: 'idle',
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 100);
    expect(await sending).toMatchObject({ success: false, errorType: 'SEND_FAILED', errorCode: 'ABORTED' });
    expect((await agent.events()).map(({ type }) => type)).toEqual(['start']);
  });
});
