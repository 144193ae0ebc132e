import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

const host = 'local?socket=muxwright-tour';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

/** The names of the sessions that the tour has now. */
async function tourSessions(): Promise<string[]> {
  const { sessions } = await dashboard.open.call('pane.list', { host });
  return sessions.map(({ name }: { name: string }) => name).sort();
}

describe('the guided tour', () => {
  it('starts real things on an empty machine, leads through them, and cleans up', async () => {
    const page = await dashboard.signedIn();
    await page.getByRole('button', { name: 'Start the guided tour' }).click();
    const tour = page.getByRole('complementary', { name: 'Guided tour' });
    await tour.getByRole('link', { name: 'Next: Answer' }).click();
    expect(await tourSessions()).toEqual(['tour-run', 'tour-worker', 'tour-workspace']);

    await page.getByRole('textbox', { name: 'Answer to: What is your name?' }).fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nobody waits for you' }).waitFor();
    await tour.getByRole('link', { name: 'Next: Watch' }).click();
    await page.getByRole('log').getByText('Hello, Ada.').waitFor();
    await page.getByText('exit 0', { exact: true }).waitFor();
    await tour.getByRole('link', { name: 'Next: Replay' }).click();
    await page.getByRole('button', { name: 'Play', disabled: false }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toContain('Hello, Ada.');
    await tour.getByRole('link', { name: 'Next: Worker' }).click();
    await page.getByRole('article', { name: 'tour-clock' }).getByRole('button', { name: 'Peek' }).click();
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toMatch(/tick/);

    await tour.getByRole('button', { name: 'End and clean up' }).click();
    await tour.waitFor({ state: 'detached' });
    expect(await tourSessions()).toEqual([]);
    expect((await dashboard.open.call('run.list', { host })).runs).toEqual([]);
    expect((await dashboard.open.call('worker.list')).workers).toEqual([]);
    expect((await dashboard.open.call('recording.list')).recordings).toEqual([]);
  });

  it('cleans up what another page has left', async () => {
    await dashboard.open.call('run.start', { command: 'sleep 600', host, session: 'tour-run' });
    const other = await dashboard.signedIn();
    await other.goto(`${dashboard.open.url}/tour`);
    await other.getByRole('button', { name: 'Clean it up' }).click();
    await expect.poll(tourSessions).toEqual([]);
  });
});
