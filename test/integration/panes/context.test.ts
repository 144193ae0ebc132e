import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommanderAvailability } from '../../../src/agents/availability/commander-availability.js';
import { Agents } from '../../../src/agents/registry/agents.js';
import { Context } from '../../../src/panes/context.js';
import { openStore } from '../../../src/store/open-store.js';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import { TmuxManager } from '../../../src/systems/tmux-manager.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { Workers } from '../../../src/workers/workers.js';
import { Workspace } from '../../../src/workspace/workspace.js';
import { patience } from '../../patience.js';

let server: IsolatedTmux;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mux-context-'));
  server = await isolatedTmux();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What a service does that reaches the server. */
const services: readonly (readonly [string, (context?: Context) => Service])[] = [
  [
    'TmuxAutomation',
    (context) => {
      const automation = new TmuxAutomation(context ? { context } : alone());
      return { use: () => automation.ensureSession(server.address, 'main'), close: () => automation.close() };
    },
  ],
  [
    'TmuxManager',
    (context) => {
      const manager = new TmuxManager(context ? { context } : alone());
      return { use: () => manager.listSessions(server.address), close: () => manager.close() };
    },
  ],
  [
    'Workspace',
    (context) => {
      const config = { folder, ...reaching };
      const workspace = new Workspace({ ...(context && { context }), host: server.address, config });
      return { use: () => workspace.list(), close: () => workspace.close() };
    },
  ],
  [
    'TmuxBridge',
    (context) => {
      const bridge = new TmuxBridge({ ...(context && { context }), host: server.address, config: reaching });
      return { use: () => bridge.checkHealth('%0'), close: () => bridge.close() };
    },
  ],
  [
    'CommanderAvailability',
    (context) => {
      const availability = new CommanderAvailability({ ...(context && { context }), config: reaching });
      const target = { host: server.address, paneId: '%0' };
      return { use: () => availability.register('one', target), close: () => availability.close() };
    },
  ],
];

interface Service {
  use(): Promise<unknown>;
  close(): Promise<void>;
}

const reaching = { connect: patience };

function alone(): { store: false; config: typeof reaching } {
  return { store: false, config: reaching };
}

describe('a context', () => {
  it.each(services)('is left open by a %s that was given it', async (_, make) => {
    await using context = new Context({ connect: patience, store: false });
    const service = make(context);
    await service.use();
    expect(await clients()).toHaveLength(1);
    await service.close();
    expect(await clients()).toHaveLength(1);
    await context.connect(server.address).then((tmux) => tmux.sessions());
    await context.close();
    await expect.poll(clients).toEqual([]);
  });

  it.each(services)('is made and closed by a %s that was given none', async (_, make) => {
    const service = make();
    await service.use();
    expect(await clients()).toHaveLength(1);
    await service.close();
    await expect.poll(clients).toEqual([]);
  });

  it('gives all services the store that it opens, and closes it', async () => {
    const path = join(folder, 'muxwright.db');
    const context = new Context({ connect: patience, storeSettings: async () => ({ path }) });
    const agents = new Agents({ context });
    const workers = new Workers({ context, host: server.address });
    const automation = new TmuxAutomation({ context });
    expect(await agents.list()).toEqual([]);
    expect(await workers.ls()).toEqual([]);
    expect(await automation.runs.list()).toEqual([]);
    const store = await context.requireStore();
    expect(store.path).toBe(path);
    await agents.close();
    await workers.close();
    await automation.close();
    expect((await store.runs.list()).runs).toEqual([]);
    await context.close();
    await expect(store.runs.list()).rejects.toThrow();
    await expect(context.requireStore()).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(context.connect(server.address)).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('leaves a store open that it was given', async () => {
    await using store = await openStore({ path: join(folder, 'muxwright.db') });
    const context = new Context({ store: async () => store });
    expect(await context.store()).toBe(store);
    await context.close();
    expect((await store.runs.list()).runs).toEqual([]);
  });

  it('tries again to open what could not be opened', async () => {
    let tries = 0;
    await using context = new Context({
      storeSettings: async () => {
        if (++tries === 1) throw new Error('not yet');
        return { path: join(folder, 'muxwright.db') };
      },
      profileFolders: async () => ({ folders: tries < 2 ? ['/nowhere/at/all'] : [] }),
    });
    await expect(context.profiles()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(context.store()).rejects.toThrow('not yet');
    expect(await context.store()).toBe(await context.requireStore());
    expect(await context.profiles()).toBe(await context.profiles());
    expect(tries).toBe(2);
  });

  it('has no store where none is wanted', async () => {
    await using context = new Context({ store: false });
    expect(await context.store()).toBeUndefined();
    await expect(context.requireStore()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

/** The clients of the server without the one that the test itself has. */
async function clients(): Promise<string[]> {
  const { tmux } = server;
  const [own] = await tmux.command('display-message', '-p', '#{client_pid}');
  const all = await tmux.command('list-clients', '-F', '#{client_pid}');
  return all.filter((pid) => pid !== own);
}
