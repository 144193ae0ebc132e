import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openInBrowser } from '../../../src/hosts/open-in-browser.js';
import { muxArgv } from './mux.js';
import { type ScratchMux, scratchMux } from './scratch-mux.js';

/** A browser that only notes what it is given. */
async function fakeBrowser(place: ScratchMux, name: string, code = 0): Promise<string> {
  const folder = join(place.folder, 'browsers');
  await mkdir(folder, { recursive: true });
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >'${place.folder}/opened.new' && mv '${place.folder}/opened.new' '${place.folder}/opened'\nexit ${code}\n`;
  await writeFile(join(folder, name), script, { mode: 0o755 });
  return join(folder, name);
}

interface Served {
  readonly link: string;
  readonly url: string;
  stderr(): string;
}

async function serve(place: ScratchMux, env: Readonly<Record<string, string>>): Promise<Served> {
  const [program = '', ...args] = [...muxArgv, 'serve', '--port', '0', '--json', '--open'];
  const clean = {
    ...process.env,
    ...place.env,
    BROWSER: '',
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    WSL_DISTRO_NAME: '',
  };
  const child = spawn(program, args, { env: { ...clean, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { ...(JSON.parse(line) as { link: string; url: string }), stderr: () => stderr };
}

describe('mux serve --open', () => {
  it('gives a browser a link that signs in once, beside the one that is printed', async () => {
    const place = await scratchMux();
    onTestFinished(() => place[Symbol.asyncDispose]());
    const browser = await fakeBrowser(place, 'browser');
    const { link, url, stderr } = await serve(place, {
      BROWSER: `no-such-browser:${browser} --new-window %s`,
    });
    const opened = (): Promise<string> => readFile(join(place.folder, 'opened'), 'utf8').catch(() => '');
    await expect.poll(opened).toMatch(/^--new-window\nhttp/);
    const [, given = ''] = (await opened()).split('\n');
    expect(given.startsWith(url)).toBe(true);
    for (const one of [given, link]) {
      const answer = await fetch(one, { redirect: 'manual' });
      expect([answer.status, answer.headers.getSetCookie().length > 0]).toEqual([expect.any(Number), true]);
      const again = await fetch(one, { redirect: 'manual' });
      expect(again.headers.getSetCookie()).toEqual([]);
    }
    expect(stderr()).toBe('');
  });

  it('asks the desktop where BROWSER names nothing', async () => {
    const place = await scratchMux();
    onTestFinished(() => place[Symbol.asyncDispose]());
    const folder = join(await fakeBrowser(place, 'xdg-open'), '..');
    await serve(place, { DISPLAY: ':99', PATH: `${folder}:${place.env.PATH}` });
    const opened = (): Promise<string> => readFile(join(place.folder, 'opened'), 'utf8').catch(() => '');
    await expect.poll(opened).toMatch(/^http:/);
  });

  it.each([
    ['there is no desktop', '', 'there is no graphical desktop'],
    ['the browser is not there', 'no-such-browser', "there is no 'no-such-browser'"],
    ['the browser fails', 'false', "'false' ended with exit code 1"],
  ])('says so where %s, and serves', async (_, browser, why) => {
    const place = await scratchMux();
    onTestFinished(() => place[Symbol.asyncDispose]());
    const { url, stderr } = await serve(place, { BROWSER: browser });
    await expect.poll(() => stderr().endsWith('\n')).toBe(true);
    expect(JSON.parse(stderr())).toMatchObject({
      error: {
        code: 'NO_BROWSER',
        message: expect.stringContaining(why),
        suggestion: expect.stringContaining('BROWSER'),
      },
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

describe('a link', () => {
  it('is given to a browser as it is, and to no shell', async () => {
    await using place = await scratchMux();
    const browser = await fakeBrowser(place, 'browser');
    const url = `http://127.0.0.1:1/?a='$(touch ${place.folder}/planted)'&b=";|\`touch ${place.folder}/planted\``;
    await openInBrowser(url, { env: { ...process.env, BROWSER: browser } });
    await expect.poll(() => readFile(join(place.folder, 'opened'), 'utf8').catch(() => '')).toBe(`${url}\n`);
    await expect(readFile(join(place.folder, 'planted'))).rejects.toThrow('ENOENT');
  });

  it('is taken by a browser that keeps running', async () => {
    await using place = await scratchMux();
    const folder = join(place.folder, 'browsers');
    await mkdir(folder);
    const pidFile = join(place.folder, 'pid');
    await writeFile(join(folder, 'stays'), `#!/bin/sh\necho $$ >'${pidFile}'\nexec sleep 600\n`, {
      mode: 0o755,
    });
    await openInBrowser('http://127.0.0.1:1/', {
      env: { ...process.env, BROWSER: join(folder, 'stays') },
      patienceMs: 300,
    });
    const pid = async (): Promise<number> => Number(await readFile(pidFile, 'utf8').catch(() => ''));
    await expect.poll(pid).toBeGreaterThan(0);
    process.kill(await pid());
  });
});
