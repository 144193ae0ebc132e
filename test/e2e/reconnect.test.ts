import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';
import { showsInTerminal } from './shown.js';

describe('a server that goes and comes back', () => {
  let dashboard: OpenDashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  it('is told about, and followed again without a hand, with all that happened meanwhile', async () => {
    const { open, host } = dashboard;
    const run = await open.call('run.start', { host, command: "printf 'before> '; exec cat", login: false });
    const overview = await dashboard.signedIn();
    const terminal = await overview.context().newPage();
    const search = new URLSearchParams({ target: run.paneId, host, mode: 'control' });
    await terminal.goto(`${open.url}/pane?${search}`);
    await showsInTerminal(terminal, 'before>');
    await overview.getByRole('region', { name: `Host ${host}` }).waitFor();

    await dashboard.stopServer();
    await overview.getByText('Reconnecting.').waitFor();
    await terminal.locator('.live-terminal[data-status="reconnecting"]').waitFor();
    await open.here.tmux.pane(run.paneId).sendText('meanwhile\n');
    await open.here.tmux.command('new-session', '-d', '-s', 'fresh');

    await dashboard.startServer();
    await terminal.locator('.live-terminal[data-status="open"]').waitFor();
    await showsInTerminal(terminal, 'meanwhile');
    await terminal.locator('.xterm-helper-textarea').focus();
    await terminal.keyboard.type('after');
    await showsInTerminal(terminal, 'after');
    await overview.getByText('Reconnecting.').waitFor({ state: 'detached' });
    await overview.getByRole('region', { name: 'Session fresh' }).waitFor();
  });
});
