import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

/** A tour in a page, where everything of it is there. */
async function started(): Promise<Page> {
  const page = await dashboard.signedIn();
  await page.goto(`${dashboard.open.url}/tour`);
  await page.getByRole('button', { name: 'Start the guided tour' }).click();
  await page.getByRole('link', { name: 'Next: Watch' }).waitFor();
  return page;
}

/** What is left of the tour anywhere. */
async function left(): Promise<unknown> {
  const { call, here } = dashboard.open;
  const sockets = await readdir(join(here.folder, `tmux-${process.getuid?.()}`));
  return {
    going: (await call('tour.status')).going,
    sockets: sockets.filter((name) => name.includes('tour')),
    runs: (await call('run.list')).runs,
    workers: (await call('worker.list')).workers,
    recordings: (await call('recording.list')).recordings,
  };
}

const nothing = { going: false, sockets: [], runs: [], workers: [], recordings: [] };

describe('the guided tour', () => {
  it('starts real things on an empty machine, leads through them, and cleans up', async () => {
    const page = await dashboard.signedIn();
    await page.getByRole('button', { name: 'Start the guided tour' }).click();
    const tour = page.getByRole('complementary', { name: 'Guided tour' });
    await page.getByRole('textbox', { name: 'Answer to: What is your name?' }).fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing needs your answer' }).waitFor();
    await tour.getByText('Your answer went into a real terminal.').waitFor();
    await tour.getByRole('link', { name: 'Next: Watch' }).click();
    await page
      .getByRole('heading', { name: 'The guided tour: a program that asks for your name', exact: true })
      .waitFor();
    await page.getByText('Script', { exact: true }).click();
    await page.getByText('read -r name').waitFor();
    await page.getByRole('log').getByText('Hello, Ada.').waitFor();
    await page.getByText('exit 0', { exact: true }).waitFor();
    await tour.getByRole('link', { name: 'Next: Replay' }).click();
    await page.getByRole('button', { name: 'Play', disabled: false }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toContain('Hello, Ada.');
    await tour.getByRole('link', { name: 'Next: Worker' }).click();
    await page.getByRole('article', { name: 'tour-clock' }).getByRole('button', { name: 'Peek' }).click();
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toMatch(/tick/);
    await tour.getByRole('link', { name: 'Next: Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    await tour.getByRole('button', { name: 'End and clean up' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.getByText('The tour is over').waitFor();
    expect(await left()).toEqual(nothing);
  });

  it('leads to its own question, also where other programs of the person wait', async () => {
    const { call } = dashboard.open;
    const command = 'printf "Delete everything? "; read -r answer; echo "deleted: $answer"';
    const { id } = await call('run.start', { command, interactive: false });
    await call('run.wait', { run: id, until: 'prompt' });
    const page = await started();
    await page.getByRole('textbox', { name: 'Answer to: What is your name?' }).fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Your answer went into a real terminal.').waitFor();
    expect(await call('run.status', { run: id })).toMatchObject({ state: 'waiting-for-input' });
    await page.getByRole('button', { name: 'End and clean up' }).click();
    await page.getByText('The tour is over').waitFor();
    await call('run.end', { run: id, graceMs: 200 });
    await call('run.prune', { maxRuns: 0 });
    await expect.poll(left).toEqual(nothing);
  });

  it('is gone with its page, and with one that is loaded anew', async () => {
    const page = await started();
    await page.reload();
    await expect.poll(left).toEqual(nothing);
    const other = await started();
    await other.close();
    await expect.poll(left).toEqual(nothing);
  });

  it('is ended from another page, and says so where it was', async () => {
    const page = await started();
    const other = await dashboard.signedIn();
    await other.goto(`${dashboard.open.url}/tour`);
    await other.getByRole('button', { name: 'End it' }).click();
    await page.getByText('The tour was ended from another page.').waitFor();
    await expect.poll(left).toEqual(nothing);
  });

  it('is gone with the server, and the page says why', async () => {
    const page = await started();
    await dashboard.stopServer();
    const tour = page.getByRole('complementary', { name: 'Guided tour' });
    await tour.getByText('The connection to the server broke').waitFor();
    await dashboard.startServer();
    expect(await left()).toEqual(nothing);
    await page
      .getByRole('status', { name: 'Connection' })
      .getByText('Reconnecting.')
      .waitFor({ state: 'detached' });
    await tour.getByRole('button', { name: 'Close' }).click();
    await tour.waitFor({ state: 'detached' });
  });
});
