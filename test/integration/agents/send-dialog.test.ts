import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sized } from '../../soak.js';
import { type AgentEvent, type AgentServer, agentServer } from './scripted-agent.js';

describe('sendText and dialogs', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it.each([
    ['short', 'please stop now'],
    ['long', 'please stop now and tell me what you were about to do, before anything is deleted'],
  ])('sends nothing at all while a dialog is in front: %s text [B7]', async (_, text) => {
    const agent = await agents.start({ dialogAfterStartMs: 0 });
    await agent.pane.waitForText('Do you want to proceed?');
    const result = await agents.bridge.sendText(agent.pane.id, text);
    expect(result).toMatchObject({ success: false, errorType: 'SEND_FAILED', errorCode: 'DIALOG_OPEN' });
    expect(result.receipt).toBeUndefined();
    expect(result.errorMessage).toContain('proceed?');
    // It writes that down right after it has shown it.
    const types = async (): Promise<string[]> => (await agent.events()).map(({ type }) => type);
    await expect.poll(types).toContain('dialog');
    expect(await types()).toEqual(['start', 'dialog']);
  });

  it('sends text again after keys have answered the dialog [B7] [B20]', async () => {
    const agent = await agents.start({ dialogAfterStartMs: 0 });
    await agent.pane.waitForText('Do you want to proceed?');
    expect(await agents.bridge.sendKeys(agent.pane.id, 'Down', 'Down', 'Enter')).toMatchObject({
      success: true,
    });
    await agent.pane.waitForText('shortcuts');
    expect((await agent.events()).at(-1)).toMatchObject({ type: 'denied', answer: 2 });
    expect(await agents.bridge.sendText(agent.pane.id, 'thank you')).toMatchObject({ status: 'submitted' });
    expect(await agent.submitted()).toEqual(['thank you']);
  });

  it('does not press Enter when a dialog comes up behind the text, and says so [B7]', async () => {
    const agent = await agents.start({ dialogAfterTextMs: 30, echoDelayMs: 100 });
    const result = await agents.bridge.sendText(agent.pane.id, 'too late', { profile: 'claude-code' });
    expect(result).toMatchObject({
      success: false,
      status: 'unconfirmed',
      errorCode: 'DIALOG_OPEN',
      receipt: { status: 'unconfirmed', attempts: 0 },
    });
    expect(result.errorMessage).toContain('Enter was not pressed');
    expect(await agent.keys()).toEqual([]);
  });

  it('knows a text that was taken by the question that it has led to, however late that comes', async () => {
    const text = 'please remove the folder build';
    // Around the time after which Enter would be pressed again.
    for (const askAfterMs of [300, 380, 390, 400, 405, 410, 415, 420, 430, 440, 460, 500]) {
      const agent = await agents.start({ askAfterMs });
      const result = await agents.bridge.sendText(agent.pane.id, text, { profile: 'claude-code' });
      expect(result, `${askAfterMs} ms`).toMatchObject({ success: true, status: 'submitted' });
      expect(await agent.submitted()).toEqual([text]);
      const events = await agent.events();
      expect(events.filter(({ front, type, seen }) => front === 'dialog' && type === 'key' && seen)).toEqual(
        [],
      );
      await agent.pane.kill();
    }
  });

  it.each([
    ['an idle program', {}, sized(14, 40)],
    ['a busy program', { startWorkMs: 3_600_000 }, sized(7, 20)],
    ['a busy program that tells its state', { startWorkMs: 3_600_000, status: true }, sized(7, 20)],
  ])(
    'sends no key to a dialog that comes up in the midst of it: %s, many times [B7]',
    async (name, settings, rounds) => {
      const counts = { taken: 0, stopped: 0, onTheWay: 0 };
      const wrong: AgentEvent[] = [];
      for (let round = 0; round < rounds; round++) {
        // From before the text is shown to after Enter, most of them in between.
        const agent = await agents.start({ ...settings, dialogAfterTextMs: (round * 20) / rounds });
        const text = round % 2 === 0 ? 'go on' : 'please go on with it, but leave the folder build as it is';
        const result = await agents.bridge.sendText(agent.pane.id, text, {
          maxEnterRetries: 0,
          when: 'queue',
        });
        const hasRead = async (): Promise<boolean> => {
          const seen = await agent.events();
          const enters = seen.filter(({ key }) => key === 'Enter').length;
          return seen.some(({ type }) => type === 'dialog') && enters >= (result.receipt?.attempts ?? 0);
        };
        await expect.poll(hasRead).toBe(true);
        const events = await agent.events();
        const inDialog = events.filter(({ front, type }) => front === 'dialog' && type === 'key');
        wrong.push(
          ...inDialog.filter(({ seen }) => seen),
          ...events.filter(({ type }) => type === 'interrupted'),
        );
        const isTaken = events.some(({ type }) => type === 'submit' || type === 'queued');
        if (isTaken) counts.taken += 1;
        else if (inDialog.length > 0) counts.onTheWay += 1;
        else counts.stopped += 1;
        // The receipt never says more than what happened.
        if (!isTaken) expect(result).toMatchObject({ success: false });
        await agent.pane.kill();
      }
      console.info(`dialogs during ${rounds} texts to ${name}: ${JSON.stringify(counts)}`);
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});
