import { expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { dockerEngine } from '../../../src/testing/docker-engine.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { containerHost } from './container-host.js';

it('a container that is stopped ends its streams and runs with an error, and serves again once it is started', async () => {
  await using docker = await containerHost();
  const { host, container } = docker;
  const stream = await host.open(['cat']);
  stream.onData(() => {});
  const run = host.run(['sleep', '1000'], { timeoutMs: 60_000 });
  const failed = expect(run).rejects.toMatchObject({ code: 'CONTAINER_NOT_RUNNING' });
  await host.run(['true']);
  await container.stop();
  expect(await stream.closed).toMatchObject({
    error: { code: 'CONTAINER_NOT_RUNNING', message: expect.stringMatching(/\(exited, code (0|137|143)\)/) },
  });
  await failed;
  await container.start();
  const again = await host.open(['cat']);
  again.end();
  expect(await again.closed).toMatchObject({ code: 0, error: undefined });
});

it('a container that is removed by force ends its streams with an error', async () => {
  await using docker = await containerHost();
  const stream = await docker.host.open(['cat']);
  stream.onData(() => {});
  await docker.container.remove();
  const { error } = await stream.closed;
  expect(error).toMatchObject({ code: expect.stringMatching(/^CONTAINER_NOT_(FOUND|RUNNING)$/) });
});

it('an engine that crashes ends streams and runs with an error, and serves again once it is back', async () => {
  await using docker = await dockerEngine({ alwaysOwn: true });
  const { engine } = docker;
  await using container = await scratchContainer({ engine });
  await using host = await openHost(container.address, { docker: { engine }, timeoutMs: 60_000 });
  const stream = await host.open(['cat']);
  stream.onData(() => {});
  const run = host.run(['sleep', '1000'], { timeoutMs: 60_000 });
  const failed = expect(run).rejects.toMatchObject({ code: 'DOCKER_UNAVAILABLE' });
  await host.run(['true']);
  await docker.crash();
  expect(await stream.closed).toMatchObject({ code: undefined, error: { code: 'DOCKER_UNAVAILABLE' } });
  await failed;
  await expect(host.run(['true'])).rejects.toMatchObject({ code: 'DOCKER_UNAVAILABLE' });
  await docker.restart();
  await container.start();
  expect((await host.run(['echo', 'back'])).stdout.toString()).toBe('back\n');
});
