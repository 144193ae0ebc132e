import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from './axe.js';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';
import { showsInTerminal } from './shown.js';

describe('the dashboard for everybody', () => {
  let dashboard: OpenDashboard;
  let pane: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    const { host, open } = dashboard;
    const command = "printf '\\033[31mred\\033[0m \\033[2mdim\\033[0m ask> '; exec cat";
    const { paneId } = await open.call('run.start', { host, command, session: 'work', login: false });
    pane = `/pane?${new URLSearchParams({ target: paneId, host })}`;
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  it.each(['dark', 'light'] as const)(
    'has no serious fault that axe can find, in %s',
    async (colorScheme) => {
      const page = await dashboard.signedIn({ colorScheme });
      await page.getByRole('region', { name: 'Session work' }).getByText('ask>').first().waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.goto(`${dashboard.open.url}${pane}&mode=control`);
      await showsInTerminal(page, 'ask>');
      expect(await seriousFaults(page)).toEqual([]);
      await page.goto(`${dashboard.open.url}/wall`);
      await page.getByText('Nothing on the wall yet').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    },
  );

  it('is used by keys alone: skip, go, choose, type, leave', async () => {
    const page = await dashboard.signedIn();
    await page.getByRole('region', { name: 'Session work' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);

    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('wall');
    await page.getByRole('option', { selected: true }).getByText('Wall').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wall', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Choose terminals' }).first().focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('checkbox', { name: /work/ }).last();
    await box.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await page.locator('.live-terminal[data-status="open"]').waitFor();
    await showsInTerminal(page, 'ask>');
    await page.getByRole('button', { name: /^Control / }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.live-terminal[data-mode="control"][data-status="open"]').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('xterm');
    await page.keyboard.type('by keys');
    await showsInTerminal(page, 'by keys');
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.live-terminal[data-mode="view"]').waitFor();

    await page.reload();
    await page.locator('.live-terminal[data-status="open"]').waitFor();
  });

  it('fits a phone: nothing is wider than it, pages are at the bottom, keys that it lacks are there', async () => {
    const viewport = { width: 390, height: 780 };
    const page = await dashboard.signedIn({ viewport, hasTouch: true });
    await page.getByRole('region', { name: 'Session work' }).waitFor();
    expect(await overflow(page)).toBe(0);
    const place = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeCloseTo(viewport.height, 0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    await page.keyboard.press('Escape');

    await page.goto(`${dashboard.open.url}${pane}&mode=control`);
    await showsInTerminal(page, 'ask>');
    expect(await overflow(page)).toBe(0);
    await page.getByRole('toolbar', { name: 'Keys' }).getByRole('button', { name: 'Enter' }).waitFor();
  });
});

function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.textContent') as Promise<string>;
}

/** Pixels by which the page can be scrolled sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>;
}
