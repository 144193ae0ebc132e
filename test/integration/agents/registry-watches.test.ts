import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentWatches } from '../../../src/agents/registry/agent-watches.js';
import { loadProfiles } from '../../../src/panes/profiles/profile.js';
import { AgentWatch } from '../../../src/status/agent-watch.js';
import type { AgentRecord } from '../../../src/store/agent-record.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/index.js';
import { AgentHome } from './asking-agent.js';

let server: IsolatedTmux;
let home: AgentHome;
let agent: AgentRecord;
let paneId: string;
let watches: AgentWatches;
beforeEach(async () => {
  server = await isolatedTmux();
  home = await AgentHome.make();
  const session = await server.tmux.ensureSession('main');
  paneId = (await session.newWindow({ command: ['cat'] })).id;
  ({ agent } = await home.store.agents.insert({ id: 'a', host: server.address, tmuxPaneId: paneId }));
  watches = new AgentWatches({
    clock: () => new Date(),
    profiles: () => loadProfiles(),
    changed: () => {},
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await watches.close();
  await server[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

describe('the watches of agents', () => {
  it('are one for an agent that is followed twice at once, and none is left behind', async () => {
    const start = vi.spyOn(AgentWatch.prototype, 'start');
    const follow = () => watches.follow(agent, server.tmux, paneId, false);
    await Promise.all([follow(), follow(), follow()]);
    const made = start.mock.contexts as AgentWatch[];
    expect(made.filter(({ closed }) => !closed)).toEqual([watches.get(agent.id)]);
    const another = follow();
    await watches.close();
    await another;
    expect(made.every(({ closed }) => closed)).toBe(true);
    expect(watches.get(agent.id)).toBeUndefined();
  });

  it('are closed where they cannot begin', async () => {
    const start = vi.spyOn(AgentWatch.prototype, 'start').mockRejectedValueOnce(new Error('no'));
    const follow = () => watches.follow(agent, server.tmux, paneId, false);
    await expect(follow()).rejects.toThrow('no');
    expect(watches.get(agent.id)).toBeUndefined();
    expect((start.mock.contexts[0] as AgentWatch).closed).toBe(true);
    await follow();
    expect(watches.get(agent.id)).toBeDefined();
  });
});
