import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentHome } from '../integration/agents/asking-agent.js';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let dashboard: OpenDashboard;
let home: AgentHome;
/** Each page, and what is on it when it is there. */
let pages: readonly (readonly [path: string, shown: string])[];
beforeAll(async () => {
  dashboard = await openDashboard();
  home = await AgentHome.make();
  const { call, here } = dashboard.open;
  const run = { host: dashboard.host, login: false, interactive: false };
  const done = await call('run.start', { ...run, command: 'echo all is well' });
  await call('run.wait', { run: done.id, timeoutMs: 60_000 });
  const asks = await call('run.start', { ...run, command: 'printf "Go on? [y/N] "; read -r word' });
  await call('run.wait', { run: asks.id, until: 'prompt', timeoutMs: 60_000 });
  const socket = new URLSearchParams(dashboard.host.split('?')[1]).get('socket');
  await call('worker.spawn', { name: 'web', command: 'sleep 900', socket, login: false, tags: ['front'] });
  const ask = { title: 'Which colour do you want?', options: ['Red', 'Blue'] };
  const { pane } = await home.start(here.server, { ask, atOnce: true });
  const agent = await call('agent.register', { target: pane.id, host: dashboard.host, name: 'painter' });
  pages = [
    ['/inbox', 'Go on? [y/N]'],
    ['/runs', 'echo all is well'],
    [`/runs/${done.id}`, 'exit 0'],
    ['/agents', 'painter'],
    [`/agents/${agent.id}`, 'Which colour do you want?'],
    ['/workers', 'web'],
    ['/recordings', 'echo all is well'],
    [`/recordings/${done.id}`, 'Copy link to this moment'],
    ['/metrics', 'Outcomes'],
    ['/tour', 'Start the guided tour'],
  ];
});
afterAll(async () => {
  await dashboard?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

/** What stands in the way of people who use a keyboard or a screen reader. */
async function obstacles(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'));
  const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  const { violations } = found as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
}

describe('the pages of work and history', () => {
  it.each(['dark', 'light'] as const)(
    'put nothing serious in the way of anybody, in %s',
    async (colorScheme) => {
      const page = await dashboard.signedIn({ colorScheme });
      const found: string[] = [];
      for (const [path, shown] of pages) {
        await page.goto(dashboard.open.url + path);
        await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
        found.push(...(await obstacles(page)));
      }
      expect(found).toEqual([]);
    },
  );

  it('fit the width of a phone', async () => {
    const page = await dashboard.signedIn({ viewport: { width: 360, height: 740 }, hasTouch: true });
    for (const [path, shown] of pages) {
      await page.goto(dashboard.open.url + path);
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect({ path, width }).toEqual({ path, width: 360 });
    }
  });
});
