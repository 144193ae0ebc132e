// node --import tsx scripts/pictures/main.ts [--out FOLDER] [--only NAMES] [--theme T] [--size S]: takes pictures of every
// page of the dashboard, full of real work. With --readme those of the README, into docs/images; that needs pngquant.
// Needs what the tests need, and Linux.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { openContext, startBrowser } from '../../test/e2e/browser.js';
import { openDemo } from './open-demo.js';
import { enterOwnWorld } from './own-world.js';
import { setScene } from './scene.js';
import { emptyShots, readmePictures, type Shot, shots, strangerShots } from './shots.js';

const code = await enterOwnWorld();
if (code !== undefined) process.exit(code);

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/pictures' },
    only: { type: 'string', default: '' },
    theme: { type: 'string', default: 'dark,light' },
    size: { type: 'string', default: 'desktop,phone' },
    readme: { type: 'boolean', default: false },
  },
});
const sizes = {
  desktop: { width: 1440, height: values.readme ? 1_080 : 900 },
  phone: { width: 390, height: 844 },
};
const out = resolve(values.out);
await mkdir(out, { recursive: true });
const names = values.readme ? readmePictures.map(({ shot }) => shot).join('|') : values.only || '.*';
const only = new RegExp(`^(${names})$`);
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
  await context.grantPermissions(['notifications', 'clipboard-write']);
  await take(strangerShots, look.name, context, {} as never);
  const page = await context.newPage();
  await page.goto(await demo.server.link());
  await page.close();
  await take(emptyShots, look.name, context, {} as never);
  contexts.push([look.name, context]);
}
const scene = await setScene(demo);
for (const [name, context] of contexts) await take(shots, name, context, scene);

if (values.readme) {
  for (const { shot, theme, name } of readmePictures) await shrink(`${shot}-desktop-${theme}.png`, name);
  process.exit(0);
}

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

/** Few colours are enough for a page, and take a third of the bytes. */
async function shrink(file: string, name: string): Promise<void> {
  const words = ['--force', '--strip', '--speed', '1', '--output', resolve('docs/images', name)];
  await promisify(execFile)('pngquant', [...words, '128', join(out, file)]);
}

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
      await page.locator('[data-status="connecting"]').first().waitFor({ state: 'detached' });
      // What was drawn last may still be on its way to the screen.
      await page.waitForTimeout(1_000);
    } catch (error) {
      console.error(`${name}-${look}: ${String(error).split('\n')[0]}`);
    }
    await page.screenshot({ path: join(out, `${name}-${look}.png`) });
    await page.close();
  }
}
