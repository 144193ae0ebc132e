import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';
import { containerHost } from './container-host.js';

/** Every way to use a host ends in the same error. */
const ways: [string, (host: Host) => Promise<unknown>][] = [
  ['run', (host) => host.run(['true'])],
  ['open', (host) => host.open(['cat'])],
  ['files', (host) => host.files.read('/etc/passwd')],
];

describe.each(ways)('%s', (_, use) => {
  it('says that a container does not exist, and which do', async () => {
    await using docker = await containerHost();
    await using host = await openHost('docker://no-such-container', {
      ...patience,
      docker: { engine: docker.engine },
    });
    await expect(use(host)).rejects.toMatchObject({
      code: 'CONTAINER_NOT_FOUND',
      message: expect.stringContaining("Container not found: 'no-such-container'"),
      details: { running: expect.arrayContaining([docker.container.name]) },
    });
  });

  it('says that a container has stopped, and works again when it is started', async () => {
    await using docker = await containerHost();
    const { name } = docker.container;
    await docker.container.stop();
    await expect(use(docker.host)).rejects.toMatchObject({
      code: 'CONTAINER_NOT_RUNNING',
      // The code depends on how far the container's first program was when it was stopped, and is the engine's to tell.
      message: expect.stringMatching(`^Container '${name}' is not running \\(exited, code \\d+\\)\\.$`),
      suggestion: `Start container: docker start ${name} (or docker-compose up -d ${name})`,
    });
    await docker.container.start();
    await use(docker.host);
  });

  it('says that a container is paused, and works again when it is not', async () => {
    await using docker = await containerHost();
    const { name } = docker.container;
    await docker.container.pause();
    await expect(use(docker.host)).rejects.toMatchObject({
      code: 'CONTAINER_NOT_RUNNING',
      message: `Container '${name}' is not running (paused).`,
      suggestion: `Unpause container: docker unpause ${name}`,
    });
    await docker.container.unpause();
    await use(docker.host);
  });

  it('says that a container was removed', async () => {
    await using docker = await containerHost();
    await use(docker.host);
    await docker.container.remove();
    await expect(use(docker.host)).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
  });

  it('says that a user does not exist', async () => {
    await using docker = await containerHost();
    await using host = await openHost(docker.container.address, {
      ...patience,
      docker: { engine: docker.engine, user: 'nobody-known' },
    });
    await expect(use(host)).rejects.toMatchObject({ message: expect.stringContaining('nobody-known') });
  });

  it('says that there is no engine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mux-none-'));
    await using host = await openHost('docker://sandbox', { docker: { engine: `unix://${folder}/s` } });
    await expect(use(host)).rejects.toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      message: expect.stringContaining('the socket does not exist'),
    });
    await rm(folder, { recursive: true });
  });

  it('says that an engine does not listen any more', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    await using host = await openHost('docker://sandbox', { docker: { engine: `tcp://127.0.0.1:${port}` } });
    await expect(use(host)).rejects.toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      message: expect.stringContaining('refused'),
    });
  });
});

it('gives up on an engine that never answers', async () => {
  const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await using host = await openHost('docker://sandbox', { docker: { engine: `tcp://127.0.0.1:${port}` } });
  await expect(host.run(['true'], { timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect(host.open(['true'], { timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await host.close();
  await new Promise((resolve) => server.close(resolve));
});

it('says that the engine may not be used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mux-none-'));
  await chmod(folder, 0o755);
  const server = createServer().listen(join(folder, 's'));
  await new Promise((resolve) => server.once('listening', resolve));
  await chmod(join(folder, 's'), 0);
  await using host = await openHost('docker://sandbox', { docker: { engine: `unix://${folder}/s` } });
  // Root may connect to every socket, so root is somebody else for a moment.
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    await expect(host.run(['true'])).rejects.toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      message: expect.stringContaining('may not access'),
    });
  } finally {
    if (root) process.seteuid?.(0);
  }
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

it('works with the engine that DOCKER_HOST names', async () => {
  await using docker = await containerHost();
  const before = process.env.DOCKER_HOST;
  process.env.DOCKER_HOST = dockerContext().engine;
  try {
    await using host = await openHost(docker.container.name, patience);
    expect((await host.run(['echo', 'hi'])).stdout.toString()).toBe('hi\n');
  } finally {
    if (before === undefined) delete process.env.DOCKER_HOST;
    else process.env.DOCKER_HOST = before;
  }
});
