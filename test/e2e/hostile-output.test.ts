import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

/** Markup that runs a script where a page takes it for its own. */
const MARKUP = [
  '<img src=x onerror="window.taken=1">',
  '<script>window.taken=1</script>',
  '"><svg onload="window.taken=1">',
  "'><iframe srcdoc='<script>parent.taken=1</script>'>",
  '</textarea></title></style><a href="javascript:window.taken=1">click</a>',
  '[click](javascript:window.taken=1) ![x](http://127.0.0.1:9/seen)',
].join(' ');
/** Links of the terminal itself: to a script, and to a place that must not be asked. */
const LINKS =
  '\\033]8;;javascript:window.taken=1\\033\\\\here\\033]8;;\\033\\\\ \\033]8;;http://127.0.0.1:9/seen\\033\\\\there\\033]8;;\\033\\\\';

let dashboard: OpenDashboard;
/** Pages on which it can be read, and others. */
let showing: readonly string[];
let others: readonly string[];
beforeAll(async () => {
  dashboard = await openDashboard();
  const { open, host } = dashboard;
  const script = `printf '\\033]2;%s\\007${LINKS}\\n%s\\n%s? ' "$1" "$1" "$1"; read -r answer`;
  const command = ['sh', '-c', script, 'sh', MARKUP];
  const { id, paneId } = await open.call('run.start', {
    host,
    command,
    type: MARKUP.slice(0, 100),
    tags: [MARKUP.slice(0, 90)],
  });
  await open.call('run.wait', { run: id, until: 'prompt' });
  await open.call('worker.spawn', { name: 'hostile', command });
  const { id: agent } = await open.call('agent.register', { target: paneId, host, name: 'hostile-agent' });
  const recording = await open.call('recording.start', { target: paneId, host, title: MARKUP.slice(0, 150) });
  await open.call('run.input', { run: id, text: MARKUP });
  await open.call('run.wait', { run: id, until: 'finished' });
  const { id: asking, paneId: shown } = await open.call('run.start', { host, command });
  await open.call('run.wait', { run: asking, until: 'prompt' });
  const pane = `/pane?${new URLSearchParams({ target: shown, host })}`;
  const player = `/recordings/${recording.id}`;
  showing = [
    '/',
    '/inbox',
    '/runs',
    '/workers',
    '/recordings',
    '/metrics',
    `/runs/${id}`,
    `/runs/${asking}`,
    player,
    pane,
  ];
  others = ['/wall', '/agents', `/agents/${agent}`, '/docs', `${pane}&mode=control`];
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

describe('what programs print and choose', () => {
  it('runs no script and asks no other server on any page of the dashboard', async () => {
    const page = await dashboard.signedIn();
    const asked = requestsElsewhere(page);
    for (const path of [...showing, ...others]) {
      await page.goto(dashboard.open.url + path);
      await page
        .locator('body')
        .filter({ hasText: showing.includes(path) ? 'onerror=' : /\w/ })
        .waitFor();
      expect([path, await page.evaluate('window.taken')]).toEqual([path, undefined]);
      const active = page.locator('iframe, img[src="x"], a[href^="javascript:"]');
      expect([path, await active.count()]).toEqual([path, 0]);
    }
    expect(asked).toEqual([]);
  });
});

function requestsElsewhere(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(dashboard.open.url) && !url.startsWith('data:') && !url.startsWith('blob:'))
      asked.push(url);
  });
  page.on('dialog', (dialog) => asked.push(dialog.message()));
  return asked;
}
