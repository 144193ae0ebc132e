import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveEngineEndpoint } from './engine-endpoint.js';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mux-home-'));
});

afterEach(() => rm(home, { recursive: true }));

const resolve = (env: Record<string, string> = {}, engine?: string) =>
  resolveEngineEndpoint({ env, home, ...(engine && { engine }) });

describe('resolveEngineEndpoint', () => {
  it('falls back to the usual socket', async () => {
    expect(await resolve()).toMatchObject({
      url: 'unix:///var/run/docker.sock',
      connect: { socketPath: '/var/run/docker.sock' },
    });
  });

  it('prefers the option to DOCKER_HOST, and DOCKER_HOST to a context', async () => {
    await context('work', { Host: 'unix:///work.sock' });
    const env = { DOCKER_HOST: 'unix:///env.sock', DOCKER_CONTEXT: 'work' };
    expect(await resolve(env, 'unix:///option.sock')).toMatchObject({
      connect: { socketPath: '/option.sock' },
    });
    expect(await resolve(env)).toMatchObject({ source: 'DOCKER_HOST', connect: { socketPath: '/env.sock' } });
  });

  it('prefers DOCKER_CONTEXT to the context of the configuration', async () => {
    await context('work', { Host: 'unix:///work.sock' });
    await context('play', { Host: 'unix:///play.sock' });
    await file('.docker/config.json', JSON.stringify({ currentContext: 'work' }));
    expect(await resolve()).toMatchObject({
      source: "the Docker context 'work'",
      connect: { socketPath: '/work.sock' },
    });
    expect(await resolve({ DOCKER_CONTEXT: 'play' })).toMatchObject({
      connect: { socketPath: '/play.sock' },
    });
    expect(await resolve({ DOCKER_CONTEXT: 'default' })).toMatchObject({ source: 'the default' });
  });

  it('reads the configuration from DOCKER_CONFIG', async () => {
    await context('work', { Host: 'unix:///work.sock' }, 'elsewhere');
    const env = { DOCKER_CONFIG: join(home, 'elsewhere'), DOCKER_CONTEXT: 'work' };
    expect(await resolve(env)).toMatchObject({ connect: { socketPath: '/work.sock' } });
  });

  it('says which context is missing', async () => {
    await expect(resolve({ DOCKER_CONTEXT: 'gone' })).rejects.toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      message: "There is no Docker context 'gone'.",
    });
  });

  it.each([
    ['tcp://box:1234', { host: 'box', port: 1234 }],
    ['tcp://box', { host: 'box', port: 2375 }],
    ['tcp://[::1]:99', { host: '::1', port: 99 }],
    ['tcp://:2375', { host: '127.0.0.1', port: 2375 }],
    ['http://box:1', { host: 'box', port: 1 }],
    ['https://box', { host: 'box', port: 2376, tls: { rejectUnauthorized: true } }],
  ])('understands %s', async (url, connect) => {
    expect((await resolve({ DOCKER_HOST: url })).connect).toEqual(connect);
  });

  it('uses TLS and the certificates of DOCKER_CERT_PATH where DOCKER_TLS_VERIFY is set', async () => {
    await file('certs/ca.pem', 'CA');
    await file('certs/cert.pem', 'CERT');
    await file('certs/key.pem', 'KEY');
    const env = { DOCKER_HOST: 'tcp://box', DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: join(home, 'certs') };
    expect((await resolve(env)).connect).toEqual({
      host: 'box',
      port: 2376,
      tls: {
        rejectUnauthorized: true,
        ca: Buffer.from('CA'),
        cert: Buffer.from('CERT'),
        key: Buffer.from('KEY'),
      },
    });
  });

  it('uses the certificates of a context', async () => {
    await context('far', { Host: 'tcp://far:2376', SkipTLSVerify: true });
    await file(`.docker/contexts/tls/${hash('far')}/docker/ca.pem`, 'CA');
    expect((await resolve({ DOCKER_CONTEXT: 'far' })).connect).toMatchObject({
      tls: { rejectUnauthorized: false, ca: Buffer.from('CA') },
    });
  });

  it('says what to do about an engine behind SSH', async () => {
    await expect(resolve({ DOCKER_HOST: 'ssh://me@box' })).rejects.toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      message: "An engine behind SSH ('ssh://me@box', from DOCKER_HOST) is not supported.",
      suggestion: expect.stringContaining('ssh -nNT -L /tmp/engine.sock:/var/run/docker.sock me@box'),
    });
  });

  it.each(['/var/run/docker.sock', 'unix://', 'ftp://x', 'tcp://a:b:c'])('refuses %s', async (url) => {
    await expect(resolve({ DOCKER_HOST: url })).rejects.toMatchObject({ code: 'DOCKER_UNAVAILABLE' });
  });
});

async function context(name: string, docker: object, folder = '.docker'): Promise<void> {
  const meta = JSON.stringify({ Name: name, Endpoints: { docker } });
  await file(`${folder}/contexts/meta/${hash(name)}/meta.json`, meta);
}

async function file(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), content);
}

function hash(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
