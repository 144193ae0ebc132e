import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bridgeTo } from './bridge-to.js';
import { openAgent } from './open-agent.js';

// What begins with / or ! is for the agent itself, as if a person had typed it. A space in front makes a message of it.
describe('text that claude takes for a command', () => {
  it('never reaches the model, is told as refused where it is unknown, and with a space in front is a message', async () => {
    await using agent = await openAgent('claude', { model: { delayMs: 20, chunkMs: 0 } });
    const { pane, model, project } = agent;
    await using bridge = bridgeTo(agent);

    for (const text of ['/nosuch command', '/unheard']) {
      expect(await bridge.sendText(pane.id, text, { when: 'idle' })).toMatchObject({
        success: false,
        errorCode: 'TEXT_REFUSED',
        receipt: { attempts: 1 },
      });
    }
    await pane.waitForText('Unknown command: /nosuch');
    expect(await bridge.sendText(pane.id, '!touch by-shell.txt', { when: 'idle' })).toMatchObject({
      success: true,
    });
    await model.waitFor(({ prompts }) => prompts.some((prompt) => prompt.includes('<bash-input>')));
    expect(existsSync(join(project, 'by-shell.txt'))).toBe(true);

    for (const text of [' /nosuch command', ' !touch nothing.txt']) {
      expect(await bridge.sendText(pane.id, text, { when: 'idle' })).toMatchObject({ success: true });
      await model.waitForPrompt(text);
    }
    expect(existsSync(join(project, 'nothing.txt'))).toBe(false);
    expect(model.prompts).not.toContain('/nosuch command');
  });
});

describe('text that codex takes for a command', () => {
  it('is told as not taken where codex refuses it, and with a space in front it is a message', async () => {
    await using agent = await openAgent('codex', { model: { delayMs: 20, chunkMs: 0 } });
    const { pane, model, project } = agent;
    await using bridge = bridgeTo(agent);

    expect(await bridge.sendText(pane.id, '!touch by-shell.txt')).toMatchObject({ success: true });
    await pane.waitForText('You ran touch by-shell.txt');
    expect(existsSync(join(project, 'by-shell.txt'))).toBe(true);

    expect(await bridge.sendText(pane.id, ' /nosuch command', { when: 'idle' })).toMatchObject({
      success: true,
    });
    await model.waitForPrompt('/nosuch command');

    for (const text of ['/nonsense', '/unheard of', '/nonsense']) {
      expect(await bridge.sendText(pane.id, text, { when: 'idle' })).toMatchObject({
        success: false,
        status: 'unconfirmed',
        errorCode: 'TEXT_REFUSED',
        errorMessage: expect.stringContaining('taken out'),
        receipt: { attempts: 1 },
      });
    }
    // Nothing is left of it, so that the next message is taken, and alone.
    expect(await bridge.sendText(pane.id, 'another')).toMatchObject({ success: true });
    await model.waitForPrompt('another');
    expect(model.prompts.filter((prompt) => /unheard|nonsense/.test(prompt))).toEqual([]);

    // What a person had typed stays, and comes back.
    await pane.sendText('my draft');
    await pane.waitForText('my draft');
    const kept = await bridge.sendText(pane.id, '/nonsense', { when: 'idle', ifNotEmpty: 'keep' });
    expect(kept).toMatchObject({ errorCode: 'TEXT_REFUSED' });
    expect(kept.lostDraft).toBeUndefined();
    const added = await bridge.sendText(pane.id, ' and more', { ifNotEmpty: 'append' });
    expect(added).toMatchObject({ success: true });
    await model.waitForPrompt('my draft and more');
  });
});
