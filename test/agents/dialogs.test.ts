import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agents } from '../../src/agents/registry/agents.js';
import { openStore } from '../../src/store/open-store.js';
import { patience } from '../patience.js';
import { bridgeTo } from './bridge-to.js';
import { type OpenAgent, openAgent } from './open-agent.js';
import { QUESTION } from './scene-texts.js';
import type { TellingBridge } from './telling-bridge.js';
import { untilState } from './until-state.js';

const PATIENT = { timeoutMs: 120_000 };

describe.each(['claude', 'codex'] as const)('a permission prompt of %s', (name) => {
  let agent: OpenAgent;
  beforeAll(async () => {
    agent = await openAgent(name);
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  it('is recognised, takes no text, and lets the tool run when its first option is chosen [B7]', async () => {
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: patience.commandTimeoutMs } });
    await using bridge = bridgeTo(agent);
    const id = await watched(agents, agent);
    const made = join(agent.project, 'made.txt');

    await ask(agents, bridge, agent, 'RUNTOOL{touch made.txt}');
    const refused = await bridge.sendText(agent.pane.id, 'please stop now');
    expect(refused).toMatchObject({ success: false, errorCode: 'DIALOG_OPEN' });
    expect(existsSync(made)).toBe(false);

    await agents.respond(id, '1', { mode: 'option' });
    await agent.model.waitFor(({ toolResult }) => toolResult !== undefined);
    expect(existsSync(made)).toBe(true);
    expect(agent.model.prompts).toEqual(['RUNTOOL{touch made.txt}']);
  });

  it('lets no tool run when the option is chosen that says no', async () => {
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: patience.commandTimeoutMs } });
    await using bridge = bridgeTo(agent);
    const id = await watched(agents, agent);

    await ask(agents, bridge, agent, 'RUNTOOL{mkdir another}');
    await agents.respond(id, 'No', { mode: 'option' });
    // It takes the next message, so the question is over.
    expect(await bridge.sendText(agent.pane.id, 'and now?', { when: 'idle', ...PATIENT })).toMatchObject({
      success: true,
    });
    await agent.model.waitForPrompt('and now?');
    expect(existsSync(join(agent.project, 'another'))).toBe(false);
  });
});

describe('a question of claude', () => {
  let agent: OpenAgent;
  beforeAll(async () => {
    agent = await openAgent('claude');
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  it.each([
    { mode: 'option', answer: 'Green', seen: /Green/ },
    { mode: 'option', answer: '3', seen: /Blue/ },
    { mode: 'other', answer: 'a shade of purple', seen: /a shade of purple/ },
  ] as const)('is answered in the mode $mode with $answer', async ({ mode, answer, seen }) => {
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: patience.commandTimeoutMs } });
    await using bridge = bridgeTo(agent);
    const id = await watched(agents, agent);
    const before = agent.model.log.length;

    await ask(agents, bridge, agent, `CALLTOOL=AskUserQuestion${JSON.stringify(QUESTION)}`);
    expect(await agents.respond(id, answer, { mode })).toMatchObject({ status: 'ok' });
    const { toolResult } = await agent.model.waitFor((entry) => entry.toolResult !== undefined, before);
    expect(toolResult).toMatch(seen);
  });
});

async function watched(agents: Agents, { pane, server }: OpenAgent): Promise<string> {
  await agents.start({ hooks: false, watch: true });
  return (await agents.register({ paneId: pane.id, host: server.address })).id;
}

/** Lets the agent ask, and waits until both the registry and the screen say so. */
async function ask(agents: Agents, bridge: TellingBridge, agent: OpenAgent, text: string): Promise<void> {
  const asks = untilState(agents, 'AWAITING_INPUT');
  asks.catch(() => {});
  expect(await bridge.sendText(agent.pane.id, text, { when: 'idle', ...PATIENT })).toMatchObject({
    success: true,
  });
  await asks;
  // Codex tells that it asks a moment before it does.
  await agent.pane.waitForText(/Do you want to proceed|Press enter to confirm|Enter to select/, PATIENT);
}
