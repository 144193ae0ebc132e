import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

describe('the player', () => {
  it('replays a recording: markers, search, a link to a moment', async () => {
    const { call, url } = dashboard.open;
    const command =
      'printf "Ready? "; read -r a; echo "first part"; printf "More? "; read -r b; echo "second part"';
    const input = { command, host: dashboard.host, login: false, interactive: false };
    const { id } = await call('run.start', input);
    await call('run.wait', { run: id, until: 'prompt', text: 'Ready?', timeoutMs: 60_000 });
    await call('recording.start', { target: id });
    for (const question of ['Ready?', 'More?']) {
      await call('run.wait', { run: id, until: 'prompt', text: question, timeoutMs: 60_000 });
      await call('run.input', { run: id, text: 'yes' });
    }
    await call('run.wait', { run: id, timeoutMs: 60_000 });

    const page = await dashboard.signedIn();
    await page.goto(`${url}/recordings`);
    await page.getByRole('table', { name: 'Recordings' }).getByRole('link').click();
    const player = page.getByRole('region', { name: /^Recording of/ });
    const screen = player.locator('.xterm-rows');
    await player.getByRole('button', { name: 'Play', disabled: false }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => screen.textContent()).toContain('second part');
    await player.getByRole('button', { name: /Go to .*More\?/ }).click();
    await expect.poll(() => screen.textContent()).not.toContain('second part');
    await expect.poll(() => screen.textContent()).toContain('first part');

    await player.getByRole('searchbox').fill('second');
    await player.getByRole('button', { name: /second part/ }).click();
    await expect.poll(() => screen.textContent()).toContain('second part');
    const moment = page.url();
    expect(moment).toMatch(/\?t=\d/);
    await page.goto(moment);
    await expect.poll(() => screen.textContent()).toContain('second part');
    await player.getByRole('button', { name: /Go to .*exit 0/ }).waitFor();
  });

  it('plays a run that was not recorded from its log, and says when there is nothing to play', async () => {
    const { call, url } = dashboard.open;
    const input = { command: 'echo from the log', host: dashboard.host, login: false, interactive: false };
    const { id } = await call('run.start', input);
    await call('run.wait', { run: id, timeoutMs: 60_000 });
    const page = await dashboard.signedIn();
    await page.goto(`${url}/runs/${id}`);
    await page.getByRole('link', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Play', disabled: false }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toContain('from the log');
    await page.goto(`${url}/recordings/nothing-like-that`);
    await page.getByRole('heading', { name: 'Recording not found' }).waitFor();
  });
});
