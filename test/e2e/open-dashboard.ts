import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { createServer, type MuxServer } from '../../src/server/create-server.js';
import type { OpenOperationsOptions } from '../integration/operations/open-operations.js';
import { type OpenServer, openServer } from '../integration/server/open-server.js';
import { type ContextOptions, openContext, startBrowser } from './browser.js';

export interface OpenDashboard extends AsyncDisposable {
  /** The server and the machine that it works on. */
  readonly open: OpenServer;
  /** Address of the tmux server that the test has for itself. */
  readonly host: string;
  readonly browser: Browser;
  /** A page of a browser that has followed the link which the server gives. */
  signedIn(options?: ContextOptions): Promise<Page>;
  /** A browser that the server does not know. */
  stranger(options?: ContextOptions): Promise<BrowserContext>;
  /** What the pages have complained about in their consoles so far. */
  readonly complaints: readonly string[];
  stopServer(): Promise<void>;
  /** On the same port as before. */
  startServer(): Promise<void>;
}

/** How its server reaches other hosts. */
export type DashboardOptions = Pick<OpenOperationsOptions, 'reach'>;

/**
 * The dashboard as a person has it: a server in this process, with a state folder and a tmux server of its own, and a
 * browser. A run on that server makes it a host that is known.
 *
 * @example
 * await using dashboard = await openDashboard();
 * const page = await dashboard.signedIn();
 */
export async function openDashboard(options: DashboardOptions = {}): Promise<OpenDashboard> {
  const webFolder = inject('webFolder');
  const [open, browser] = await Promise.all([
    openServer({ ...options, webFolder, graceMs: 1_000 }),
    startBrowser(),
  ]);
  const complaints: string[] = [];
  const { port } = new URL(open.url);
  let server: MuxServer | undefined = open.server;
  return {
    open,
    host: open.here.host,
    browser,
    complaints,
    async signedIn(options) {
      const page = await (await openContext(browser, options)).newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto((await server?.link()) ?? '');
      return page;
    },
    stranger: (options) => openContext(browser, options),
    async stopServer() {
      await server?.close();
      server = undefined;
    },
    async startServer() {
      server = await createServer({
        runtime: open.here.runtime,
        port: Number(port),
        webFolder,
        graceMs: 1_000,
      });
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server?.close();
      await open[Symbol.asyncDispose]();
    },
  };
}
