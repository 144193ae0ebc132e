import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

async function worker(name: string): Promise<unknown> {
  const { workers } = await dashboard.open.call('worker.list');
  return workers.find((one: { name: string }) => one.name === name);
}

describe('the page of workers', () => {
  it('starts one by a form that says what is wrong, and keeps what was filled in', async () => {
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/workers`);
    await page.getByRole('heading', { name: 'No workers' }).waitFor();
    const opener = page.getByRole('button', { name: 'Start a worker' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Start a worker' });
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    const start = dialog.getByRole('button', { name: 'Start' });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('not a name!');
    await dialog.getByLabel('Command').fill('i=0; while :; do i=$((i+1)); echo "beat $i"; sleep 0.2; done');
    await dialog.getByLabel('Host').fill(dashboard.host);
    await dialog.getByLabel('Tags, with spaces between').fill('front  fast');
    await start.click();
    await dialog
      .getByRole('alert')
      .getByText(/not a name!/)
      .waitFor();
    await dialog.getByLabel('Name').fill('heart');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // Who goes by keyboard goes on where the dialog was opened.
    await opener.and(page.locator(':focus')).waitFor();
    const card = page.getByRole('article', { name: 'heart' });
    await card.getByText('running').waitFor();
    expect(await worker('heart')).toMatchObject({ state: 'running', tags: ['front', 'fast'] });
    await card.getByRole('button', { name: 'Log' }).click();
    await card
      .getByRole('log', { name: 'Log of heart' })
      .getByText(/^beat \d+$/)
      .first()
      .waitFor();
  });

  it('starts one again and kills it only after it has asked, and then forgets it', async () => {
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/workers`);
    const card = page.getByRole('article', { name: 'heart' });
    await card.getByText('running').waitFor();

    await card.getByRole('button', { name: 'Restart' }).click();
    const restart = page.getByRole('dialog', { name: 'Restart heart?' });
    await restart.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await restart.waitFor({ state: 'detached' });
    expect(await worker('heart')).toMatchObject({ state: 'running', respawns: 0 });
    await card.getByRole('button', { name: 'Restart' }).and(page.locator(':focus')).waitFor();
    await card.getByRole('button', { name: 'Restart' }).click();
    await restart.getByRole('button', { name: 'Restart heart' }).click();
    await card.getByText('restarted once').waitFor();

    await card.getByRole('button', { name: 'Kill' }).click();
    const kill = page.getByRole('dialog', { name: 'Kill heart?' });
    await kill.getByRole('button', { name: 'Cancel' }).click();
    expect(await worker('heart')).toMatchObject({ state: 'running', respawns: 1 });
    await card.getByRole('button', { name: 'Kill' }).click();
    await kill.getByRole('button', { name: 'Kill heart' }).click();
    await page.getByText('heart was ended.').waitFor();
    expect(await worker('heart')).toMatchObject({ state: 'stopped' });
    await card.getByRole('button', { name: 'Start again' }).waitFor();

    await card.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget heart' }).click();
    await page.getByRole('heading', { name: 'No workers' }).waitFor();
    expect(await worker('heart')).toBeUndefined();
  });
});
