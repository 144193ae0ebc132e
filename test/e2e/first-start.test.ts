import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

describe('the first start', () => {
  let dashboard: OpenDashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    const { host, open } = dashboard;
    await open.call('run.start', {
      host,
      command: "printf 'Deploy? '; read answer",
      session: 'deploy',
      login: false,
    });
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  it('leads from the link to everything that runs, as text', async () => {
    const page = await dashboard.signedIn();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    const session = page.getByRole('region', { name: 'Session deploy' });
    await session.getByText('Deploy?', { exact: false }).first().waitFor();
    await page.getByRole('region', { name: 'Waiting for you' }).waitFor();
  });

  it('opens the terminal behind a thumbnail, with a way to its run', async () => {
    const page = await dashboard.signedIn();
    await page
      .getByRole('link', { name: /session deploy/ })
      .last()
      .click();
    await page.getByRole('link', { name: /^Run / }).waitFor();
    await page.locator('.live-terminal[data-status="open"]').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('shows by itself what is started and ended elsewhere', async () => {
    const { open, host } = dashboard;
    const page = await dashboard.signedIn();
    await page.getByRole('region', { name: 'Session deploy' }).waitFor();
    const { paneId } = await open.call('run.start', { host, command: 'cat', session: 'late', login: false });
    await page.getByRole('region', { name: 'Session late' }).waitFor();
    await open.call('pane.send', { target: paneId, host, text: 'a word that comes later' });
    await page
      .getByRole('region', { name: 'Session late' })
      .getByText('a word that comes later')
      .first()
      .waitFor();
    await open.here.tmux.command('kill-session', '-t', '=late');
    await page.getByRole('region', { name: 'Session late' }).waitFor({ state: 'detached' });
  });

  it('filters what it shows', async () => {
    const page = await dashboard.signedIn();
    await page.getByRole('region', { name: 'Session main' }).waitFor();
    await page.getByLabel('Filter panes').fill('deploy');
    await page.getByRole('region', { name: 'Session main' }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Session deploy' }).waitFor();
    await page.getByLabel('Filter panes').fill('no pane has this');
    await page.getByText('No matches').waitFor();
  });

  it('tells a browser that the server does not know how to sign in, and shows it nothing', async () => {
    const page = await (await dashboard.stranger()).newPage();
    await page.goto(dashboard.open.url);
    await page.getByText('mux token link').waitFor();
    await page.getByText('This browser is not signed in').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('deploy');
  });

  it('lets a page of another origin do nothing with the session of the browser', async () => {
    const { open, host } = dashboard;
    const page = await dashboard.signedIn();
    const before = (await open.call('run.list')).runs.length;
    const other = await otherOrigin();
    await page.goto(other.url);
    const tries = await page.evaluate(`(${attack})(${JSON.stringify({ url: open.url, host })})`);
    await other.close();
    expect(tries).toEqual({
      plain: 'refused',
      json: 'refused',
      read: 'refused',
      socket: 'refused',
      events: 'refused',
    });
    expect((await open.call('run.list')).runs.length).toBe(before);
  });
});

/** A page that came from somewhere else. To the browser it is of the same site, so that cookies go with its requests. */
async function otherOrigin(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Runs in that page: whatever a page can try, and how it went. */
const attack = `({ url, host }) => {
  const body = JSON.stringify({ command: 'touch /tmp/never', host });
  const post = (headers, mode) => fetch(url + '/api/operations/run.start', {
    method: 'POST', credentials: 'include', mode, headers, body,
  }).then((response) => response.type === 'opaque' || !response.ok ? 'refused' : 'done', () => 'refused');
  const opened = (thing) => new Promise((resolve) => {
    thing.onopen = () => resolve('open');
    thing.onerror = () => resolve('refused');
  });
  const read = fetch(url + '/api/me', { credentials: 'include' })
    .then((response) => response.text()).then(() => 'read', () => 'refused');
  return Promise.all([
    post({ 'content-type': 'text/plain' }, 'no-cors'),
    post({ 'content-type': 'application/json' }, 'cors'),
    read,
    opened(new WebSocket(url.replace('http', 'ws') + '/api/terminals?target=main&mode=control&host=' + encodeURIComponent(host))),
    opened(new EventSource(url + '/api/events', { withCredentials: true })),
  ]).then(([plain, json, read, socket, events]) => ({ plain, json, read, socket, events }));
}`;
