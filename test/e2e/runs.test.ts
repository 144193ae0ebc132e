import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

describe('the pages of runs', () => {
  it('start one, show what it prints as it comes, and its question in place', async () => {
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/runs`);
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await page.getByRole('button', { name: 'Start a run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start a run' });
    const command = 'echo first line; printf "Go on? "; read -r word; echo "then $word"; exit 3';
    await dialog.getByLabel('Command').fill(command);
    await dialog.getByLabel('Host').fill(dashboard.host);
    await dialog.getByRole('button', { name: 'Start' }).click();

    const log = page.getByRole('log', { name: /Output of/ });
    await log.getByText('first line').waitFor();
    await page.getByRole('textbox', { name: 'Answer to: Go on?' }).fill('gladly');
    await page.getByRole('button', { name: 'Send' }).click();
    await log.getByText('then gladly').waitFor();
    await page.getByText('exit 3', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('GLADLY');
    await page.getByRole('search').getByRole('status').filter({ hasText: /^2$/ }).waitFor();

    await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
    await page.getByRole('cell', { name: 'exit 3', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Words' }).fill('no such command');
    await page.getByRole('heading', { name: 'No matching runs' }).waitFor();
  });

  it('have the answers that a question names as buttons', async () => {
    const { id } = await dashboard.open.call('run.start', {
      command: 'printf "Overwrite? [y/N] "; read -r word; echo "it was $word"',
      host: dashboard.host,
      login: false,
      interactive: false,
    });
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/runs/${id}`);
    const question = page.getByRole('region', { name: 'It asks' });
    await question.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('log').getByText('it was y').waitFor();
    await question.waitFor({ state: 'detached' });
  });

  it('stop one only after they have asked', async () => {
    const { id } = await dashboard.open.call('run.start', {
      command: 'echo started; exec sleep 600',
      host: dashboard.host,
      login: false,
      interactive: false,
    });
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/runs/${id}`);
    await page.getByRole('log').getByText('started').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Stop this run?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await dashboard.open.call('run.status', { run: id })).toMatchObject({ state: 'running' });
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await question.getByRole('button', { name: 'Stop it' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    expect(await dashboard.open.call('run.status', { run: id })).toMatchObject({ state: 'finished' });
  });

  it('say when a log was deleted, and when a run is not known', async () => {
    const { id, logPath } = await dashboard.open.call('run.start', {
      command: 'echo soon gone',
      host: dashboard.host,
      login: false,
      interactive: false,
    });
    await dashboard.open.call('run.wait', { run: id, timeoutMs: 60_000 });
    // The output of an ended run is answered when its log is complete: the recorder does not create it again.
    expect(await dashboard.open.call('run.output', { run: id })).toMatchObject({
      lines: [{ text: 'soon gone' }],
    });
    await rm(logPath);
    // As long as its pane is there, the screen stands in for the log.
    await expect
      .poll(async () => (await dashboard.open.fetch(`/api/operations/run.output?run=${id}`)).status)
      .toBe(404);
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/runs/${id}`);
    await page.getByText('The log of this run no longer exists').waitFor();
    await page.goto(`${dashboard.open.url}/runs/nothing-like-that`);
    await page.getByRole('heading', { name: 'Run not found' }).waitFor();
  });
});
