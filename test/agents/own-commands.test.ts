import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bridgeTo } from './bridge-to.js';
import { openAgent } from './open-agent.js';

// What begins with / or ! is for the agent itself, as if a person had typed it. A space in front makes a message of it.
describe('text that claude takes for a command', () => {
  it('is taken by it and never reaches the model, and with a space in front it does', async () => {
    await using agent = await openAgent('claude', { model: { delayMs: 20, chunkMs: 0 } });
    const { pane, model, project } = agent;
    await using bridge = bridgeTo(agent);

    expect(await bridge.sendText(pane.id, '/nosuch command')).toMatchObject({ status: 'submitted' });
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

    const refused = await bridge.sendText(pane.id, '/unheard of', { when: 'idle' });
    expect(refused).toMatchObject({ success: false, status: 'unconfirmed' });
    // It is still in the box, and nobody else's message goes behind it.
    expect(await bridge.sendText(pane.id, 'another')).toMatchObject({ errorCode: 'INPUT_NOT_EMPTY' });
    expect(model.prompts.filter((prompt) => prompt.includes('unheard') || prompt === 'another')).toEqual([]);
  });
});
