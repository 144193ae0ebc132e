// node --import tsx bench/dashboard.ts: how the dashboard feels in a browser. Needs dist/web (npm run build) and Chromium.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Runtime } from '../src/operations/runtime.js';
import { createServer } from '../src/server/create-server.js';
import { isolatedTmux } from '../src/testing/isolated-tmux.js';
import { openContext, startBrowser } from '../test/e2e/browser.js';
import { closing } from './closing.js';
import { median, quantile } from './statistics.js';
import { temporaryFolder } from './temporary-folder.js';

const PANES = 100;
const KEYS = 60;

await using resources = closing();
const { path } = resources.add(await temporaryFolder());
await mkdir(join(path, 'home'));
Object.assign(process.env, {
  MUXWRIGHT_HOME: join(path, 'state'),
  HOME: join(path, 'home'),
  TMUX_TMPDIR: path,
  DOCKER_HOST: `unix://${path}/none.sock`,
});
const { tmux, address: host } = resources.add(await isolatedTmux());
const runtime = resources.add(new Runtime());
const server = resources.add(await createServer({ runtime, port: 0 }));
const runs = await runtime.runs();
await runs.start("printf 'echo> '; exec cat", { host, session: 'echo', login: false });
for (let index = 0; index < PANES - 4; index += 1) {
  const pause = index % 4 === 0 ? 1 : 7;
  const loop = `i=0; while :; do i=$((i+1)); printf '\\033[3%dmline %d\\033[0m of pane ${index}\\n' $((i%8)) $i; sleep ${pause}; done`;
  const session = `bench-${index % 10}`;
  await tmux.command(
    ...(((await tmux.findSession(session))
      ? ['new-window', '-d', '-t', `=${session}:`]
      : ['new-session', '-d', '-s', session]) as [string, ...string[]]),
    loop,
  );
}
const browser = await startBrowser();
resources.add({ [Symbol.asyncDispose]: () => browser.close() });
const page = await (await openContext(browser, { viewport: { width: 1600, height: 1000 } })).newPage();

let bytes = 0;
const session = await page.context().newCDPSession(page);
await session.send('Network.enable');
session.on('Network.loadingFinished', ({ encodedDataLength }) => {
  bytes += encodedDataLength;
});
await page.goto(await server.link());
await page.locator('.thumbnail pre').first().waitFor();
console.log(`first load: ${Math.round(bytes / 1024)} KB over the wire`);
console.log(`panes on the overview: ${await page.locator('.pane-card').count()}`);

await frames(page, 'frames, overview at rest');
await frames(page, 'frames, overview being scrolled', true);
await tmux.command('new-session', '-d', '-s', 'flood', 'yes a flood of lines that never ends');
await page.getByRole('region', { name: 'Session flood' }).waitFor();
await frames(page, 'frames, with one pane flooding');
await page.goto(`${server.url}/pane?${new URLSearchParams({ target: 'flood:', host })}`);
await page.locator('.xterm-rows').getByText('a flood').first().waitFor();
await frames(page, 'frames, terminal of the flooding pane');
await tmux.command('kill-session', '-t', '=flood');

await keys(page);

/** Times between frames while nothing, or scrolling, happens. */
async function frames(page: Page, what: string, scrolls = false): Promise<void> {
  const times = (await page.evaluate(`new Promise((resolve) => {
    const times = [];
    let last = performance.now();
    const frame = (now) => {
      times.push(now - last);
      last = now;
      if (${scrolls}) scrollBy(0, times.length % 120 < 60 ? 40 : -40);
      if (times.length < 300) requestAnimationFrame(frame);
      else resolve(times.slice(5));
    };
    requestAnimationFrame(frame);
  })`)) as number[];
  const dropped = times.filter((time) => time > 34).length;
  console.log(
    `${what}: median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${dropped} of ${times.length} late`,
  );
}

/** From a key press in the page to the letter on it, beside the way to tmux and back alone. */
async function keys(page: Page): Promise<void> {
  const [echo] = (await (await tmux.findSession('echo'))?.panes()) ?? [];
  const target =
    (await tmux.command('list-panes', '-t', '=echo:', '-s', '-F', '#{pane_id}')).at(-1) ?? echo?.id ?? '';
  await page.goto(`${server.url}/pane?${new URLSearchParams({ target, host, mode: 'control' })}`);
  await page.locator('.xterm-rows').getByText('echo>').first().waitFor();
  await page.locator('.xterm-helper-textarea').focus();
  await page.evaluate(`(() => {
    window.delays = [];
    const rows = document.querySelector('.xterm-rows');
    let pressed;
    addEventListener('keydown', () => { pressed = performance.now(); }, true);
    new MutationObserver(() => {
      if (pressed === undefined) return;
      window.delays.push(performance.now() - pressed);
      pressed = undefined;
    }).observe(rows, { childList: true, subtree: true, characterData: true });
  })()`);
  for (let index = 0; index < KEYS; index += 1) {
    await page.keyboard.press('x');
    await page.evaluate(`new Promise((resolve) => {
      const look = () => (window.delays.length > ${index} ? resolve() : requestAnimationFrame(look));
      look();
    })`);
  }
  const browserDelays = (await page.evaluate('window.delays')) as number[];
  const plain: number[] = [];
  const pane = tmux.pane(target);
  await using events = pane.bytes();
  await events.live;
  const seen = events[Symbol.asyncIterator]();
  for (let index = 0; index < KEYS; index += 1) {
    const begin = performance.now();
    await pane.sendKeys('y');
    await seen.next();
    plain.push(performance.now() - begin);
  }
  console.log(
    `key to echo: ${median(browserDelays).toFixed(1)} ms in the page (p95 ${quantile(browserDelays, 0.95).toFixed(1)}), ${median(plain).toFixed(1)} ms through tmux alone`,
  );
}
