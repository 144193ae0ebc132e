// node --import tsx scripts/pictures/main.ts [--out FOLDER] [--only WORDS] [--theme T] [--size S]: takes pictures of every
// page of the dashboard, full of real work. Needs what the tests need, and Linux.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { openContext, startBrowser } from '../../test/e2e/browser.js';
import { openDemo } from './open-demo.js';
import { enterOwnWorld } from './own-world.js';
import { setScene } from './scene.js';
import { emptyShots, type Shot, shots, strangerShots } from './shots.js';

const code = await enterOwnWorld();
if (code !== undefined) process.exit(code);

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/pictures' },
    only: { type: 'string', default: '' },
    theme: { type: 'string', default: 'dark,light' },
    size: { type: 'string', default: 'desktop,phone' },
  },
});
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const out = resolve(values.out);
await mkdir(out, { recursive: true });
const only = new RegExp(`^(${values.only || '.*'})$`);
const looks = values.theme.split(',').flatMap((colorScheme) =>
  values.size.split(',').map((size) => ({
    colorScheme: colorScheme as 'dark' | 'light',
    viewport: sizes[size as keyof typeof sizes],
    hasTouch: size === 'phone',
    name: `${size}-${colorScheme}`,
  })),
);

const demo = await openDemo();
const browser = await startBrowser();
const contexts: [name: string, context: BrowserContext][] = [];
for (const look of looks) {
  const context = await openContext(browser, look);
  context.setDefaultTimeout(20_000);
  await take(strangerShots, look.name, context, {} as never);
  const page = await context.newPage();
  await page.goto(await demo.server.link());
  await page.close();
  await take(emptyShots, look.name, context, {} as never);
  contexts.push([look.name, context]);
}
const scene = await setScene(demo);
for (const [name, context] of contexts) await take(shots, name, context, scene);

// The last picture is of a page whose server is gone.
const pages = await Promise.all(
  contexts.map(async ([name, context]) => {
    const page = await context.newPage();
    await page.goto(demo.server.url);
    await page.getByText('reviewer').first().waitFor();
    return { name, page };
  }),
);
await demo.stopServer();
for (const { name, page } of pages) {
  await page
    .getByText(/reconnect/i)
    .first()
    .waitFor();
  await page.screenshot({ path: join(out, `server-gone-${name}.png`) });
}
await browser.close();
// Its world ends with this process, and everything in it.
process.exit(0);

async function take(
  wanted: readonly Shot[],
  look: string,
  context: BrowserContext,
  where: Parameters<Shot['path']>[0],
): Promise<void> {
  for (const { name, path, shows, act } of wanted.filter((shot) => only.test(shot.name))) {
    const page = await context.newPage();
    try {
      await page.goto(demo.server.url + path(where));
      await page.getByRole('main').getByText(shows).filter({ visible: true }).first().waitFor();
      await act?.(page, where);
      await page.waitForTimeout(700);
    } catch (error) {
      console.error(`${name}-${look}: ${String(error).split('\n')[0]}`);
    }
    await page.screenshot({ path: join(out, `${name}-${look}.png`) });
    await page.close();
  }
}
