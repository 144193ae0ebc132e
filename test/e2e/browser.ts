import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** On a machine that does much else at the same time. */
export const PATIENCE_MS = 60_000;

/** Debian's Chromium, that asks nobody on the network anything. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.MUXWRIGHT_CHROMIUM ?? '/usr/bin/chromium',
    timeout: 2 * PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface ContextOptions {
  /** @default 'dark' */
  readonly colorScheme?: 'dark' | 'light';
  /** @default { width: 1280, height: 800 } */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether it is touched instead of pointed at. @default false */
  readonly hasTouch?: boolean;
  /** What pages may do beyond the usual. @default [] */
  readonly permissions?: readonly string[];
}

/** A browser of its own, without cookies. */
export async function openContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  const {
    colorScheme = 'dark',
    viewport = { width: 1280, height: 800 },
    hasTouch = false,
    permissions = [],
  } = options;
  const context = await browser.newContext({
    colorScheme,
    viewport,
    hasTouch,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write', ...permissions],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(PATIENCE_MS);
  return context;
}
