import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

/** Starts a run that asks, and gives its id when it does. */
async function ask(question: string): Promise<string> {
  const { call } = dashboard.open;
  const command = `printf '${question} '; read -r word`;
  const { id } = await call('run.start', { command, host: dashboard.host, login: false, interactive: false });
  await call('run.wait', { run: id, until: 'prompt', timeoutMs: 60_000 });
  return id;
}

/** Keeps the notifications that the page makes, and lets the test say whether another window is in front. */
const witness = `
  window.notes = [];
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      window.notes.push(this);
    }
  };
  window.isAway = false;
  Object.defineProperty(document, 'hidden', { get: () => window.isAway });
`;

async function notes(page: Page): Promise<unknown> {
  return page.evaluate('window.notes.map(({ title, body, tag }) => ({ title, body, tag }))');
}

describe('notifications', () => {
  it('tell of what comes while another window is in front, and lead to it', async () => {
    const { call, url } = dashboard.open;
    const old = await ask('Old?');
    const page = await dashboard.signedIn({ permissions: ['notifications'] });
    await page.addInitScript(witness);
    await page.goto(`${url}/inbox`);
    await page.getByRole('button', { name: /Old\?/ }).waitFor();
    const onOff = page.getByRole('button', { name: 'Notify me' });
    expect(await onOff.getAttribute('aria-pressed')).toBe('false');
    await onOff.click();
    await page.getByRole('button', { name: 'Notifications on', pressed: true }).waitFor();

    await page.goto(`${url}/runs`);
    await expect.poll(() => page.title()).toBe('(1) Runs · muxwright');
    const seen = await ask('In front?');
    await expect.poll(() => page.title()).toBe('(2) Runs · muxwright');
    expect(await notes(page)).toEqual([]);

    await page.evaluate('window.isAway = true');
    const missed = await ask('Away?');
    await expect.poll(() => page.title()).toBe('(3) Runs · muxwright');
    await expect
      .poll(() => notes(page))
      .toEqual([expect.objectContaining({ body: expect.stringContaining('Away?') })]);

    // Those that go are no news.
    await call('run.input', { run: old, text: 'yes' });
    await expect.poll(() => page.title()).toBe('(2) Runs · muxwright');
    expect(await notes(page)).toHaveLength(1);

    await page.evaluate("window.notes[0].dispatchEvent(new Event('click'))");
    await page.getByRole('textbox', { name: 'Answer to: Away?' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/inbox');
    for (const run of [seen, missed]) await call('run.input', { run, text: 'yes' });
    await page.getByRole('heading', { name: 'Nothing needs your answer' }).waitFor();

    // The wish is kept, until it is taken back.
    await page.reload();
    await page.getByRole('button', { name: 'Notifications on' }).click();
    await page.evaluate('window.isAway = true');
    const silent = await ask('Silent?');
    await expect.poll(() => page.title()).toBe('(1) Inbox · muxwright');
    expect(await notes(page)).toEqual([]);
    await call('run.input', { run: silent, text: 'yes' });
  });

  it('that the browser does not allow are said so, with what to do', async () => {
    const page = await dashboard.signedIn();
    await page.addInitScript(
      "Object.defineProperty(Notification, 'permission', { get: () => 'denied' }); Notification.requestPermission = async () => 'denied';",
    );
    await page.goto(`${dashboard.open.url}/inbox`);
    await page.getByText('The browser does not allow notifications for this page.').waitFor();
    await page.getByText('Its settings for this site can change that.').waitFor();
    expect(await page.getByRole('button', { name: 'Notify me' }).count()).toBe(0);
    await ask('Still there?');
    await page.getByRole('textbox', { name: 'Answer to: Still there?' }).waitFor();
  });
});
