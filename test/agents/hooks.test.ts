import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installCodexNotify } from '../../src/agents/hooks/install-codex-notify.js';
import { installHooks } from '../../src/agents/hooks/install-hooks.js';
import { Agents } from '../../src/agents/registry/agents.js';
import { openStore } from '../../src/store/open-store.js';
import { patience } from '../patience.js';
import { bridgeTo } from './bridge-to.js';
import { openAgent } from './open-agent.js';
import { untilState } from './until-state.js';

describe('hooks of claude', () => {
  it('make the agent known with its pane, follow its turns, and let it be answered [B30, B31, B35, B36]', async () => {
    await using agent = await openAgent('claude', {
      prepare: (home) =>
        installHooks({ settingsPath: join(home, '.claude', 'settings.json'), folder: join(home, 'hooks') }),
    });
    const { pane, server, model, project, home } = agent;
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: patience.commandTimeoutMs } });
    await agents.start({ hooks: { folder: join(home, 'hooks') } });
    await using bridge = bridgeTo(agent);

    const stopped = untilState(agents, 'AWAITING_INPUT');
    expect(await bridge.sendText(pane.id, 'hello there')).toMatchObject({ success: true });
    await stopped;
    const [known] = await agents.list();
    expect(known).toMatchObject({ tmuxPaneId: pane.id, host: server.address });
    const id = known?.id ?? '';
    const turns = await agents.turns(id);
    expect(turns.map(({ actor, text }) => [actor, text])).toEqual([
      ['AGENT', 'ECHO: hello there'],
      ['USER', 'hello there'],
    ]);

    const asks = untilState(agents, 'AWAITING_INPUT');
    expect(await agents.respond(id, 'RUNTOOL{touch made.txt}')).toMatchObject({
      status: 'ok',
      new_state: 'PROCESSING',
    });
    await asks;
    expect(existsSync(join(project, 'made.txt'))).toBe(false);
    const done = untilState(agents, 'AWAITING_INPUT');
    await agents.respond(id, 'Yes', { mode: 'option' });
    await done;
    expect(existsSync(join(project, 'made.txt'))).toBe(true);
    expect(model.prompts).toEqual(['hello there', 'RUNTOOL{touch made.txt}']);
  });
});

describe('notify of codex', () => {
  it('tells the end of a turn, and what the agent said [B30, B32]', async () => {
    await using agent = await openAgent('codex', {
      prepare: (home) =>
        installCodexNotify({ configPath: join(home, '.codex', 'config.toml'), folder: join(home, 'hooks') }),
    });
    const { pane, server, home } = agent;
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: patience.commandTimeoutMs } });
    await agents.start({ hooks: { folder: join(home, 'hooks') } });
    await using bridge = bridgeTo(agent);

    const stopped = untilState(agents, 'AWAITING_INPUT');
    expect(await bridge.sendText(pane.id, 'hello there')).toMatchObject({ success: true });
    await stopped;
    const [known] = await agents.list();
    expect(known).toMatchObject({ tmuxPaneId: pane.id, host: server.address, profile: 'codex' });
    const turns = await agents.turns(known?.id ?? '');
    expect(turns.map(({ actor, text }) => [actor, text])).toContainEqual(['AGENT', 'ECHO: hello there']);
  });
});
