import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentServer, agentServer } from './scripted-agent.js';
import { PATIENT_ECHO } from './sent-times.js';

const drafts = [
  ['one line', 'what I was about to ask'],
  ['several lines', 'first thought\nsecond thought\n\nand a third'],
  ['a long line', 'a draft that is longer than the box is wide '.repeat(4).trimEnd()],
] as const;

describe('sendText with a draft in the input box', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it('refuses, and leaves it alone', async () => {
    const agent = await agents.start({ draft: 'what I was about to ask' });
    const result = await agents.bridge.sendText(agent.pane.id, 'something else');
    expect(result).toMatchObject({ success: false, errorType: 'SEND_FAILED', errorCode: 'INPUT_NOT_EMPTY' });
    expect((await agent.events()).map(({ type }) => type)).toEqual(['start']);
  });

  it.each(drafts)('clears it: %s', async (_, draft) => {
    const agent = await agents.start({ draft });
    const result = await agents.bridge.sendText(agent.pane.id, 'something else', { ifNotEmpty: 'clear' });
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual(['something else']);
  });

  it.each(drafts)('writes behind it: %s', async (_, draft) => {
    const agent = await agents.start({ draft });
    const result = await agents.bridge.sendText(agent.pane.id, ', please', { ifNotEmpty: 'append' });
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual([`${draft}, please`]);
  });

  it.each(drafts)('takes it away and puts it back: %s', async (_, draft) => {
    const agent = await agents.start({ draft });
    const text = 'a message from elsewhere, which is in a hurry and cannot wait for the person';
    const result = await agents.bridge.sendText(agent.pane.id, text, { ifNotEmpty: 'keep' });
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(result.lostDraft).toBeUndefined();
    expect(await agent.submitted()).toEqual([text]);
    await agents.bridge.sendKeys(agent.pane.id, 'Enter', { verifyEnter: true });
    await expect.poll(() => agent.submitted()).toEqual([text, draft]);
  });

  it('does not take away what it could not put back', async () => {
    const agent = await agents.start({ collapseAbove: 100 });
    const paste = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    await agents.bridge.sendText(agent.pane.id, paste, { ...PATIENT_ECHO, enter: false });
    const result = await agents.bridge.sendText(agent.pane.id, 'something else', { ifNotEmpty: 'keep' });
    expect(result).toMatchObject({ success: false, errorCode: 'INPUT_NOT_EMPTY' });
    await agents.bridge.sendKeys(agent.pane.id, 'Enter', { verifyEnter: true });
    await expect.poll(() => agent.submitted()).toEqual([paste]);
  });

  it('tells what it took away and could not put back', async () => {
    const agent = await agents.start({ draft: 'my draft', swallowEnter: 99 });
    const options = { ifNotEmpty: 'keep', maxEnterRetries: 0 } as const;
    const result = await agents.bridge.sendText(agent.pane.id, 'something else', options);
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', lostDraft: 'my draft' });
  });
});
