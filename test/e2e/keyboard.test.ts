import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentHome } from '../integration/agents/asking-agent.js';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

let dashboard: OpenDashboard;
let home: AgentHome;
let page: Page;
/** Each page, and what is on it when it is there. */
let pages: readonly (readonly [path: string, shown: string])[];
beforeAll(async () => {
  dashboard = await openDashboard();
  home = await AgentHome.make();
  const { call, here } = dashboard.open;
  const run = { host: dashboard.host, login: false, interactive: false };
  // Logs have whole seconds: what comes in the first one is there at the begin of a recording.
  const done = await call('run.start', { ...run, command: 'sleep 1.1; echo all is well' });
  await call('run.wait', { run: done.id, timeoutMs: 60_000 });
  const asks = await call('run.start', { ...run, command: 'printf "Go on? [y/N] "; read -r word' });
  await call('run.wait', { run: asks.id, until: 'prompt', timeoutMs: 60_000 });
  await call('worker.spawn', { name: 'web', command: 'sleep 900', host: dashboard.host, login: false });
  const { pane } = await home.start(here.server, {});
  const agent = await call('agent.register', { target: pane.id, host: dashboard.host, name: 'painter' });
  pages = [
    ['/', 'Waiting for you'],
    ['/inbox', 'Go on? [y/N]'],
    ['/runs', 'echo all is well'],
    [`/runs/${done.id}`, 'exit 0'],
    ['/agents', 'painter'],
    [`/agents/${agent.id}`, 'Health'],
    ['/workers', 'web'],
    ['/wall', 'Nothing on the wall yet'],
    ['/recordings', 'echo all is well'],
    [`/recordings/${done.id}`, 'Copy link to this moment'],
    ['/metrics', 'Outcomes'],
    ['/tour', 'Start the guided tour'],
  ];
  page = await dashboard.signedIn();
});
afterAll(async () => {
  await dashboard?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

interface Stop {
  readonly what: string;
  /** Whether it is to be seen that it has the focus. */
  readonly shown: boolean;
  readonly named: boolean;
  readonly inView: boolean;
}

/** What has the focus, as a person with eyes and one without find it. */
const lookAtFocus = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return undefined;
  const marks = (element) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
    return { outline: outlineStyle !== 'none' && outlineWidth !== '0px', rest: boxShadow + borderColor };
  };
  const around = one.closest('.pane-card') ?? one;
  const focused = [marks(one), marks(around)];
  const box = one.getBoundingClientRect();
  const name = one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent || one.title || one.getAttribute('aria-labelledby');
  one.blur();
  const plain = [marks(one), marks(around)];
  one.focus({ preventScroll: true });
  return {
    what: one.tagName + ' ' + (name ?? '').trim().slice(0, 60),
    shown: focused.some(({ outline, rest }, index) => outline || rest !== plain[index].rest),
    named: (name ?? '').trim() !== '',
    inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
})()`;

async function tabThrough(most: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(lookAtFocus)) as Stop | undefined;
    if (!stop) return stops;
    stops.push(stop);
  }
  return stops;
}

describe('the keyboard alone', () => {
  it('gets to everything on every page, sees where it is, and hears what it is', async () => {
    const faults: string[] = [];
    for (const [path, shown] of pages) {
      await page.goto(dashboard.open.url + path);
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      const stops = await tabThrough(80);
      expect(stops[0]?.what).toBe('A Skip to the page');
      for (const { what, ...stop } of stops) {
        for (const [check, holds] of Object.entries(stop))
          if (!holds) faults.push(`${path} ${what}: not ${check}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('opens and leaves the palette, and goes on where it was', async () => {
    await page.goto(`${dashboard.open.url}/runs`);
    const words = page.getByRole('searchbox', { name: 'Words' });
    await words.focus();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Go to or do' });
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('no such thing at all');
    await palette.getByText('No matches.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await words.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Control+K');
    await page.keyboard.type('web');
    // Those that fit come from several places; up is the first again only when all are there.
    await palette.getByRole('option', { name: /^Worker/ }).waitFor();
    await palette.getByRole('option', { name: /^Pane/ }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const first = await palette.getByRole('option').first().textContent();
    expect(await palette.getByRole('option', { selected: true }).textContent()).toBe(first);
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('plays a recording, goes through it, and shares a moment of it', async () => {
    const player = pages.find(([path]) => path.startsWith('/recordings/'))?.[0] ?? '';
    await page.goto(dashboard.open.url + player);
    await page.getByRole('button', { name: 'Play', disabled: false }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toContain('all is well');
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.xterm-rows').textContent()).not.toContain('all is well');
    await page.keyboard.press('>');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('is well');
    await page.getByRole('button', { name: /all is well/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy link to this moment' }).click();
    const link = await page.evaluate('navigator.clipboard.readText()');
    expect(link).toContain(`${player}?t=`);
  });

  it('moves nothing by itself where a person wants no motion', async () => {
    await page.goto(dashboard.open.url);
    await page.getByRole('region', { name: 'Waiting for you' }).waitFor();
    const moving = await page.evaluate(`document.getAnimations().filter((one) => {
      const { duration, iterations } = one.effect.getComputedTiming();
      return Number(duration) * Number(iterations) > 10;
    }).length`);
    expect(moving).toBe(0);
  });
});
