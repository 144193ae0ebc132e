import { createServer, connect as dial, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { containerHost } from './container-host.js';

it('an engine is reached over tcp too, where the end of the input is half a close', async () => {
  await using docker = await containerHost();
  await using server = await forward(docker.engine.replace('unix://', ''));
  await using host = await openHost(docker.container.address, {
    docker: { engine: server.url },
    timeoutMs: 60_000,
  });
  expect((await host.run(['cat'], { input: 'over tcp' })).stdout.toString()).toBe('over tcp');
  const stream = await host.open(['sh', '-c', 'cat; echo end; exit 4']);
  let text = '';
  stream.onData((chunk) => {
    text += chunk;
  });
  stream.write('both ways ');
  stream.end();
  expect(await stream.closed).toEqual({ code: 4, stderr: '', error: undefined });
  expect(text).toBe('both ways end\n');
});

it('a link that breaks while the engine lives ends the stream with an error', async () => {
  await using docker = await containerHost();
  await using server = await forward(docker.engine.replace('unix://', ''));
  await using host = await openHost(docker.container.address, {
    docker: { engine: server.url },
    timeoutMs: 60_000,
  });
  const stream = await host.open(['cat']);
  stream.onData(() => {});
  await server.cut();
  expect(await stream.closed).toMatchObject({ code: undefined, error: { code: 'DOCKER_UNAVAILABLE' } });
});

interface Forward extends AsyncDisposable {
  readonly url: string;
  /** Breaks every connection, and takes no new one. */
  cut(): Promise<void>;
}

/** A port of this machine that leads to the engine's socket. */
async function forward(socketPath: string): Promise<Forward> {
  const broken = new Set<() => void>();
  const server: Server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ path: socketPath, allowHalfOpen: true });
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
    broken.add(() => {
      near.resetAndDestroy();
      far.destroy();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const each of broken) each();
    await closed;
  };
  return { url: `tcp://127.0.0.1:${port}`, cut, [Symbol.asyncDispose]: cut };
}
