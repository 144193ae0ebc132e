import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMux } from '../../../src/index.js';
import { openStore } from '../../../src/store/open-store.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { patience } from '../../patience.js';

it('has five services on one connection and one store, on the host that it was opened for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-mux-'));
  await using server = await isolatedTmux();
  await using store = await openStore({ path: ':memory:' });
  const options = { host: server.address, store, logFolder: join(folder, 'logs'), connect: patience };
  {
    await using mux = await openMux(options);
    const run = await mux.runs.start('exit 3', { interactive: false });
    expect(await run.finished()).toMatchObject({ code: 3 });
    const worker = await mux.workers.spawn('api', ['sh', '-c', 'read -r line']);
    expect(worker).toMatchObject({ name: 'api', state: 'running' });
    const tmux = await mux.connect();
    const pane = (await tmux.panes()).find(({ windowName }) => windowName === 'api');
    const agent = await mux.agents.register({ paneId: pane?.id ?? '', name: 'reviewer' });
    expect(agent.host).toBe(worker.host);
    const chat = await mux.chatSessions.open('project', 7);
    expect(await mux.chatSessions.exists(chat)).toBe(true);
    expect(await mux.workspace.list()).toMatchObject({ windows: expect.anything() });
    const clients = await server.tmux.command('list-clients', '-F', '#{client_flags}');
    // The connection of the test itself is the other one; a run that is followed has one for its session.
    expect(clients.filter((flags) => flags.includes('no-output'))).toHaveLength(2);
    expect((await mux.runs.list()).map(({ id }) => id)).toContain(run.id);
    await mux.workers.kill('api');
  }
  await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 50 });
});

it('throws an error with a code from every service', async () => {
  await using server = await isolatedTmux();
  await using store = await openStore({ path: ':memory:' });
  await using mux = await openMux({ host: server.address, store, connect: patience });
  await expect(mux.runs.status('no-such-run')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  await expect(mux.agents.send('nobody', 'hello')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
  await expect(mux.workers.peek('nobody')).rejects.toMatchObject({ code: 'WORKER_NOT_FOUND' });
  const metadata = { requestId: 'r1', chatId: '1', workspace: 'w' };
  await expect(mux.chatSessions.send('nothing', 'hello', metadata)).rejects.toMatchObject({
    code: 'SESSION_NOT_FOUND',
  });
  await expect(mux.workspace.read({ pane: '7.7' })).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
});
