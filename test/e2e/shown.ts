import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './browser.js';

/** Waits until the terminal of the page shows a text. */
export async function showsInTerminal(page: Page, text: string | RegExp): Promise<void> {
  await expect
    .poll(() => terminalText(page), { timeout: PATIENCE_MS, interval: 100 })
    .toEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));
}

/** The rows of the terminal as they are drawn. */
async function terminalText(page: Page): Promise<string> {
  const rows = await page.locator('.xterm-rows > div').allTextContents();
  return rows.join('\n').replaceAll('\u00a0', ' ');
}
