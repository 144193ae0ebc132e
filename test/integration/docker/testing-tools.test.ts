import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { dockerEngine } from '../../../src/testing/docker-engine.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { scratchImage } from '../../../src/testing/scratch-image.js';
import { dockerContext } from '../docker-context.js';
import { commandLines, containerHost } from './container-host.js';

describe('scratch images', () => {
  it.each([
    ['glibc', ['sh', 'bash', 'perl', 'ps', 'tmux'], []],
    ['busybox', ['sh', 'ps', 'tmux'], ['bash', 'perl']],
    ['noTmux', ['sh', 'bash', 'perl', 'ps'], ['tmux']],
  ] as const)('of kind %s have what they say', async (image, programs, missing) => {
    await using docker = await containerHost(image);
    const has = async (program: string) =>
      (await docker.host.run(['sh', '-c', `command -v ${program}`])).code === 0;
    for (const program of programs) expect([program, await has(program)]).toEqual([program, true]);
    for (const program of missing) expect([program, await has(program)]).toEqual([program, false]);
  });

  it.each(['glibc', 'busybox'] as const)('of kind %s run tmux in UTF-8', async (image) => {
    await using docker = await containerHost(image);
    const { host } = docker;
    const shell = ['sh', '-c', 'printf "h\\303\\251llo\\n"; cat'];
    expect((await host.run(['tmux', '-u', 'new-session', '-d', '-s', 's', ...shell])).stderr.toString()).toBe(
      '',
    );
    const screen = async () =>
      (await host.run(['tmux', '-u', 'capture-pane', '-p', '-t', 's'])).stdout.toString();
    await expect.poll(screen).toContain('héllo');
  });

  it('are found again', async () => {
    const { engine, images } = dockerContext();
    expect(await scratchImage({ engine, kind: 'busybox' })).toBe(images.busybox);
  });
});

describe('scratch containers', () => {
  it('take in orphans, so that none stays as a zombie', async () => {
    await using docker = await containerHost();
    await docker.host.run(['sh', '-c', '(sleep 0.01 &) > /dev/null 2>&1']);
    await expect.poll(() => commandLines(docker.container, docker.engine)).not.toContain('');
  });

  it('run the command they are given, and stop fast', async () => {
    const { engine, images } = dockerContext();
    const command = ['sleep', '123456'];
    await using container = await scratchContainer({ engine, image: images.busybox, command });
    await expect.poll(() => commandLines(container, engine)).toContain('sleep 123456 ');
    await container.stop();
  });

  it('may be removed twice', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.busybox });
    await container.remove();
    await container.remove();
  });
});

describe('an engine of our own', () => {
  it('keeps its images in the cache, and is safe beside another', async () => {
    const cacheFolder = await mkdtemp(join(tmpdir(), 'mux-cache-'));
    try {
      let image: string;
      {
        await using first = await dockerEngine({ alwaysOwn: true, cacheFolder });
        await using second = await dockerEngine({ alwaysOwn: true, cacheFolder });
        expect(second.engine).not.toBe(first.engine);
        image = await scratchImage({ engine: first.engine, kind: 'busybox' });
        await expect(scratchContainer({ engine: second.engine, image })).rejects.toThrow(/No such image/);
      }
      await using again = await dockerEngine({ alwaysOwn: true, cacheFolder });
      await using container = await scratchContainer({ engine: again.engine, image });
      await using host = await openHost(container.address, {
        docker: { engine: again.engine },
        timeoutMs: 60_000,
      });
      expect((await host.run(['echo', 'hi'])).stdout.toString()).toBe('hi\n');
    } finally {
      await rm(cacheFolder, { recursive: true, force: true });
    }
  });

  it('leaves nothing behind when it is stopped', async () => {
    const docker = await dockerEngine({ alwaysOwn: true });
    await docker.stop();
    const folder = docker.engine.replace('unix://', '').replace(/\/s$/, '');
    await expect(access(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
