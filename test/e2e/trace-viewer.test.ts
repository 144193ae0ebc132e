import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expect as expectTerminal } from '../../src/test/expect/expect.js';
import { launch } from '../../src/test/launch.js';
import { step } from '../../src/test/steps.js';
import { type TracePlace, tracePlace, useViewer } from '../integration/test-kit/trace-place.js';
import { seriousFaults } from './axe.js';
import { openContext, startBrowser } from './browser.js';

let browser: Browser;
let viewer: AsyncDisposable;
let place: TracePlace;
beforeAll(async () => {
  [browser, viewer, place] = await Promise.all([startBrowser(), useViewer(), tracePlace()]);
  await failingTest(place.folder);
});
afterAll(async () => {
  await browser?.close();
  await viewer?.[Symbol.asyncDispose]();
  await place?.[Symbol.asyncDispose]();
});

/** A test that fails, of a program that asks two questions. */
async function failingTest(folder: string): Promise<void> {
  const program = `printf 'Name: '; read -r name; printf '\\033[1;32mHello\\033[0m %s\\n<script>alert(1)</script>\\n' "$name"
    printf 'Save? '; read -r yes; echo 'Save failed: disk full'; read -r rest`;
  const options = { timeout: 120_000, trace: { mode: 'on', folder } } as const;
  const terminal = await launch(['sh', '-c', program], options);
  await step('say who', async () => {
    await terminal.fill('Ada');
    await expectTerminal(terminal.getByText('Hello Ada')).toBeVisible();
  });
  await terminal.fill('yes');
  await expectTerminal(terminal.getByText('Save failed')).toBeVisible();
  await expectTerminal(terminal.getByText(/saved/i))
    .toBeVisible()
    .catch(() => {});
  await terminal.close();
}

interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** What the page has asked for, but for itself, and what it has complained about. */
  readonly wrong: string[];
}

async function open(hash = '', viewport = { width: 1400, height: 900 }): Promise<Opened> {
  const context = await openContext(browser, { viewport });
  await context.setOffline(true);
  const page = await context.newPage();
  const wrong: string[] = [];
  const [name = ''] = readdirSync(place.folder);
  const url = pathToFileURL(join(place.folder, name, 'trace.html')).href;
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) wrong.push(request.url());
  });
  page.on('console', (message) => wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(url + hash);
  await page.getByRole('navigation', { name: 'Entries' }).waitFor();
  return { page, wrong, [Symbol.asyncDispose]: () => context.close() };
}

describe('trace.html, from a file and without a network', () => {
  it('shows the failure first, and asks nobody for anything', async () => {
    await using opened = await open();
    const { page, wrong } = opened;
    const current = page.locator('.entry[aria-current]');
    expect(await current.textContent()).toMatch(/toBeVisible.*stuck|toBeVisible.*timeout/);
    const details = page.getByRole('tabpanel');
    await details
      .getByText(/nearest "Save failed: disk full"/)
      .first()
      .waitFor();
    expect(await page.locator('.screen-text').textContent()).toContain('<script>alert(1)</script>');
    for (const tab of ['Kernel', 'Output', 'Source', 'About']) {
      await page.getByRole('tab', { name: tab }).click();
      expect((await details.textContent())?.length).toBeGreaterThan(20);
    }
    expect(await details.textContent()).toContain(`node${process.versions.node}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(wrong).toEqual([]);
  });

  it('goes through entries and frames by keys, and marks what has changed', async () => {
    await using opened = await open('#step=2');
    const { page, wrong } = opened;
    const current = page.locator('.entry[aria-current]');
    const screen = page.locator('.screen-text');
    expect(await current.textContent()).toMatch(/fill "Ada"/);
    await page.keyboard.press('b');
    expect((await screen.textContent())?.trimEnd()).toBe('Name:');
    await page.keyboard.press('d');
    expect((await screen.textContent())?.trimEnd()).toBe('Name: Ada');
    await expect.poll(() => page.locator('.frame-span[data-kind="changed"]').count()).toBe(1);
    await page.keyboard.press('j');
    expect(await current.textContent()).toMatch(/press Enter/);
    expect(new URL(page.url()).hash).toBe('#step=3');
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/^frame \d+ of \d+/).waitFor();
    expect(await page.getByRole('button', { name: 'At a time' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('f');
    expect(await current.textContent()).toMatch(/toBeVisible/);
    expect(wrong).toEqual([]);
  });

  it('tries a locator on any frame, and tells the style of a cell', async () => {
    await using opened = await open();
    const { page, wrong } = opened;
    await page.keyboard.press('/');
    await page.keyboard.type("getByText('Hello').getByStyle({ bold: true })");
    await page.getByText("getByText('Hello'): 1 > getByStyle({ bold: true }): 1").waitFor();
    expect(await page.locator('.frame-span[data-kind="found"]').count()).toBe(1);
    const found = await page.locator('.frame-span[data-kind="found"]').boundingBox();
    await page.mouse.move((found?.x ?? 0) + 3, (found?.y ?? 0) + 3);
    await page.getByText('row 1, column 0: "H" green bold').waitFor();
    await page.getByRole('textbox', { name: 'Locator' }).fill('getByTxt(');
    await page.getByText(/The locator cannot be read at character/).waitFor();
    expect(wrong).toEqual([]);
  });

  it('copies the report for a model', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByRole('button', { name: 'Copy as prompt' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
  });

  it('fits on a narrow screen', async () => {
    await using opened = await open('', { width: 400, height: 800 });
    const wide = Number(await opened.page.evaluate('document.documentElement.scrollWidth'));
    expect(wide).toBeLessThanOrEqual(400);
    expect(await seriousFaults(opened.page)).toEqual([]);
  });
});
