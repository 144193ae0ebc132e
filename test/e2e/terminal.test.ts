import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';
import { showsInTerminal } from './shown.js';

describe('a terminal in the browser', () => {
  let dashboard: OpenDashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard();
    page = await dashboard.signedIn();
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  it('takes what is typed, in every script, and shows what comes back', async () => {
    await openTerminal("printf 'say> '; exec cat", 'control');
    await showsInTerminal(page, 'say>');
    await page.keyboard.type('plain words');
    await page.keyboard.press('Enter');
    await showsInTerminal(page, /say> plain words\s+plain words/);
    await page.keyboard.insertText('grüße 日本語 ✓');
    await page.keyboard.press('Enter');
    await showsInTerminal(page, /grüße 日 ?本 ?語 ? ✓\s+grüße/);
  });

  it('pastes several lines as one paste', async () => {
    // The program asks for brackets around pastes, and shows what it gets.
    await openTerminal("printf '\\033[?2004hready> '; exec cat -v", 'control');
    await showsInTerminal(page, 'ready>');
    await page.evaluate("navigator.clipboard.writeText('first line\\nsecond line')");
    await page.keyboard.press('Control+Shift+V');
    await page.keyboard.press('Enter');
    await showsInTerminal(page, '^[[200~first line');
    await showsInTerminal(page, 'second line^[[201~');
  });

  it('is good enough for an editor', async () => {
    const file = join(dashboard.open.here.folder, 'letter.txt');
    const { id } = await openTerminal(`vim -u NONE -n ${file}`, 'control');
    await showsInTerminal(page, /~ *\n.*\[New/);
    await page.keyboard.type('iDear editor,');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('größer');
    await showsInTerminal(page, 'größer');
    await page.keyboard.press('Escape');
    await page.keyboard.type(':wq');
    await page.keyboard.press('Enter');
    await dashboard.open.call('run.wait', { run: id, timeoutMs: 60_000 });
    expect(await readFile(file, 'utf8')).toBe('Dear editor,\ngrößer\n');
  });

  it('shows and takes no keys before control is asked for, and then says how to leave', async () => {
    await openTerminal("printf 'locked> '; exec cat", 'view');
    await showsInTerminal(page, 'locked>');
    await page.locator('.live-terminal').click();
    await page.keyboard.type('ignored');
    await page.getByRole('button', { name: 'Control', exact: true }).click();
    await page.locator('.live-terminal[data-mode="control"][data-status="open"]').waitFor();
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('heard');
    await showsInTerminal(page, /locked> heard/);
    await page.keyboard.press('Control+Shift+E');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Control');
  });

  it('stays in hand while a program prints without end, and stops it', async () => {
    const flood =
      "trap : INT; printf 'flood> '; read -r go; yes 'a line that never ends'; printf 'dry> '; exec cat";
    await openTerminal(flood, 'control');
    await showsInTerminal(page, 'flood>');
    await page.keyboard.press('Enter');
    await showsInTerminal(page, /(a line that never ends\s+){5}/);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.press('Control+C');
    await showsInTerminal(page, 'dry>');
    await page.keyboard.type('calm again');
    await showsInTerminal(page, 'calm again');
  });

  it('draws every column, up to the last', async () => {
    const { paneId } = await openTerminal(
      `printf 'x%.0s' $(seq "$(tput cols)"); printf 'full> '; exec cat`,
      'view',
    );
    await showsInTerminal(page, 'full>');
    const { width } = await dashboard.open.here.tmux.pane(paneId).screen();
    const drawn = page.locator('.xterm-rows span').filter({ hasText: 'x'.repeat(width) });
    // It draws its rows anew now and then. Browsers round the space between letters to parts of a pixel.
    const missing = async (): Promise<number> => {
      const [letters, screen] = [
        await drawn.boundingBox(),
        await page.locator('.xterm-screen').boundingBox(),
      ];
      return Math.abs((letters?.width ?? 0) - (screen?.width ?? 0));
    };
    await expect.poll(missing).toBeLessThan(2);
  });

  it('gives the pane the size of the page where it is asked to', async () => {
    const { paneId } = await openTerminal("printf 'wide> '; exec cat", 'control');
    await showsInTerminal(page, 'wide>');
    const { tmux } = dashboard.open.here;
    const before = await tmux.pane(paneId).screen();
    await page.getByRole('button', { name: 'Fit pane to page' }).click();
    await expect.poll(async () => (await tmux.pane(paneId).screen()).width).not.toBe(before.width);
    const wide = (await tmux.pane(paneId).screen()).width;
    await page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(async () => (await tmux.pane(paneId).screen()).width).toBeLessThan(wide);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => (await tmux.pane(paneId).screen()).width).toBe(wide);
  });

  it('gives text to the clipboard', async () => {
    await openTerminal("printf 'take-this-word and more\\n'; exec cat", 'view');
    await showsInTerminal(page, 'take-this-word');
    await page.evaluate("navigator.clipboard.writeText('something else')");
    const row = page.locator('.xterm-rows > div').filter({ hasText: 'take-this-word' }).first();
    const box = await row.boundingBox();
    await page.mouse.dblclick((box?.x ?? 0) + 30, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('take-this-word');
  });

  it('finds text that has scrolled away', async () => {
    await openTerminal("seq 1 300; printf 'done> '; exec cat", 'view');
    await showsInTerminal(page, 'done>');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.keyboard.type('147');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1').waitFor();
    await showsInTerminal(page, /^147$/m);
  });

  it('says when the pane is gone', async () => {
    const { paneId } = await openTerminal("printf 'here> '; exec cat", 'view');
    await showsInTerminal(page, 'here>');
    await dashboard.open.call('pane.kill', { target: paneId, host: dashboard.host });
    await page.getByText('This pane was closed').waitFor();
  });

  it('complained about nothing', () => {
    expect(dashboard.complaints).toEqual([]);
  });

  async function openTerminal(
    command: string,
    mode: 'view' | 'control',
  ): Promise<{ readonly id: string; readonly paneId: string }> {
    const { host, open } = dashboard;
    const run = await open.call('run.start', { host, command, login: false });
    const address = new URLSearchParams({ target: run.paneId, host, ...(mode === 'control' && { mode }) });
    await page.goto(`${open.url}/pane?${address}`);
    return run;
  }
});
