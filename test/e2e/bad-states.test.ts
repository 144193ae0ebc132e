import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneTimeCode } from '../../src/operations/tokens/one-time-code.js';
import { isolatedTmux } from '../../src/testing/isolated-tmux.js';
import { type ScratchSshd, scratchSshd } from '../../src/testing/scratch-sshd.js';
import { AgentHome } from '../integration/agents/asking-agent.js';
import { seriousFaults } from './axe.js';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let sshd: ScratchSshd;
let dashboard: OpenDashboard;
beforeAll(async () => {
  sshd = await scratchSshd();
  dashboard = await openDashboard({ reach: sshd.options });
});
afterAll(async () => {
  await dashboard?.[Symbol.asyncDispose]();
  await sshd?.[Symbol.asyncDispose]();
});

/** A page that is signed in by a token of its own. */
async function signedInBy(
  name: string,
  lifetimeMs?: number,
): Promise<{ readonly page: Page; readonly id: string }> {
  const tokens = await dashboard.open.here.runtime.tokens();
  const { record } = await tokens.create({
    name,
    scopes: ['control'],
    reach: { hosts: ['*'] },
    ...(lifetimeMs !== undefined && { lifetimeMs }),
  });
  const page = await (await dashboard.stranger()).newPage();
  await page.goto(`${dashboard.open.url}/login?code=${await oneTimeCode(tokens, record)}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return { page, id: record.id };
}

describe('what is not well is shown well', () => {
  it('nothing there yet: each page says what would be there, and how it comes there', async () => {
    const page = await dashboard.signedIn();
    const pages = [
      ['/', 'See it work in a minute'],
      ['/inbox', 'Nothing needs your answer'],
      ['/runs', 'No runs yet'],
      ['/agents', 'No agents'],
      ['/workers', 'No workers'],
      ['/wall', 'Nothing on the wall yet'],
      ['/recordings', 'No recordings yet'],
      ['/metrics', 'Nothing to count yet'],
      ['/nowhere', 'Page not found'],
      ['/pane', 'Which pane?'],
    ] as const;
    for (const [path, heading] of pages) {
      await page.goto(dashboard.open.url + path);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    }
  });

  it('a session whose token was revoked, with the reason and the way back in', async () => {
    const { page, id } = await signedInBy('guest');
    await (await dashboard.open.here.runtime.tokens()).revoke(id);
    // It asks for nothing by itself: the server tells it.
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.getByText('The session was revoked.').waitFor();
    await page.getByText('mux token link').waitFor();
    // A page that was never connected says the same.
    await page.reload();
    await page.getByText('The session was revoked.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    const tab = await page.context().newPage();
    await tab.goto(await dashboard.open.server.link());
    await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('a session that has expired', async () => {
    const { page } = await signedInBy('short', 30_000);
    await page.getByText('The session has expired.').waitFor();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  });

  it('a host that cannot be reached, while the others go on, and when it is back', async () => {
    await using far = await isolatedTmux({ address: sshd.address, ...sshd.options });
    const { call } = dashboard.open;
    const { id } = await call('run.start', {
      host: far.address,
      command: 'cat',
      session: 'far',
      login: false,
    });
    const page = await dashboard.signedIn();
    const host = page.getByRole('region', { name: `Host ${far.address}` });
    await host.getByRole('region', { name: 'Session far' }).waitFor();
    await sshd.stop();
    await page.reload();
    await host.getByRole('alert').waitFor();
    await host.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await host.getByRole('alert').textContent()).toMatch(/HOST_UNREACHABLE|SSH/);
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto(`${dashboard.open.url}/runs/${id}`);
    await page.getByRole('alert').first().waitFor();
    await sshd.start();
    await page.goto(dashboard.open.url);
    await page.getByRole('region', { name: 'Host local' }).waitFor();
    await host.waitFor();
    await expect
      .poll(async () => {
        await host
          .getByRole('button', { name: 'Try again' })
          .click({ timeout: 500 })
          .catch(() => {});
        return host.getByRole('alert').count();
      })
      .toBe(0);
  });

  it('an agent that has died, on its page and in the list', async () => {
    await using home = await AgentHome.make();
    const agent = await home.start(dashboard.open.here.server, {});
    const { id } = await dashboard.open.call('agent.register', {
      target: agent.pane.id,
      host: dashboard.host,
      name: 'mortal',
    });
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/agents/${id}`);
    await page.getByRole('heading', { name: 'mortal' }).waitFor();
    await agent.pane.kill();
    await page.getByRole('heading', { name: 'This agent has ended' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'running agents' }).click();
    await page.getByRole('heading', { name: 'No agents' }).waitFor();
    await page.getByLabel('Include ended agents').check();
    await page.getByRole('link', { name: 'mortal' }).waitFor();
  });

  it('a pane that is not there, with the way to those that are', async () => {
    const page = await dashboard.signedIn();
    const address = new URLSearchParams({ target: '%9999', host: dashboard.host });
    await page.goto(`${dashboard.open.url}/pane?${address}`);
    await page.getByRole('heading', { name: 'Pane not found' }).waitFor();
    await page.getByText('There is no pane %9999').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'The overview' }).click();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
  });

  it('a server that is gone: what was known stays, and what is tried is answered in words', async () => {
    const page = await dashboard.signedIn();
    await page.clock.install();
    await page.goto(`${dashboard.open.url}/workers`);
    await page.getByRole('heading', { name: 'No workers' }).waitFor();
    await dashboard.stopServer();
    const notice = page.getByRole('status', { name: 'Connection' });
    await notice.getByText('No answer from the server since').waitFor();
    await notice.getByText('mux serve').waitFor();
    await page.getByRole('heading', { name: 'No workers' }).waitFor();
    await page.getByRole('button', { name: 'Start a worker' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('late');
    await dialog.getByLabel('Command').fill('cat');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('The server does not answer.').waitFor();
    await page.keyboard.press('Escape');
    expect(await seriousFaults(page)).toEqual([]);
    // Its time stands still, so that it comes back by the button and not by itself.
    await page.clock.pauseAt(Date.now() + 60_000);
    await dashboard.startServer();
    await notice.getByRole('button', { name: 'Try now' }).click();
    await notice.getByText('No answer from the server since').waitFor({ state: 'detached' });
  });
});
