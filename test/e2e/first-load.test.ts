import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

const MOST_BYTES = 300 * 1024;

describe('the first load', () => {
  let dashboard: OpenDashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  it('takes less than 300 KB, compressed, and leaves the terminal for when one is opened', async () => {
    const context = await dashboard.stranger();
    const page = await context.newPage();
    const files: Promise<Buffer>[] = [];
    const collect = (response: Response): void => {
      const { pathname } = new URL(response.url());
      if (response.ok() && (pathname === '/' || /\.(js|css|svg)$/.test(pathname)))
        files.push(response.body());
    };
    page.on('response', collect);
    await page.goto(await dashboard.open.server.link());
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // The body of a response that arrives later could no longer be read when the page is closed.
    page.off('response', collect);
    const bodies = await Promise.all(files);
    expect(bodies.length).toBeGreaterThan(2);
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(bodies.filter((body) => body.includes('xterm-helper-textarea'))).toEqual([]);
  });
});
