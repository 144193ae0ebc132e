import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventually } from '../agents/asking-agent.js';
import { deployImage, docker } from './deploy-image.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('what the image is made of', () => {
  it('is an exact version, and the packages of the lock file', async () => {
    const text = await readFile(`${root}/deploy/Dockerfile`, 'utf8');
    expect(text).toMatch(/^ARG BASE=node:\d+\.\d+\.\d+-\S+$/m);
    expect(text.match(/npm (?:ci|install|i)\b[^\n]*/g)).toEqual(['npm ci --no-audit --no-fund']);
    expect(text).toMatch(/^USER node$/m);
  });

  it('is published for this machine only', async () => {
    const { services } = parse(await readFile(`${root}/deploy/compose.yaml`, 'utf8'));
    expect(services.muxwright.ports).toEqual(['127.0.0.1:4747:4747']);
  });
});

describe('the image', () => {
  const image = `muxwright-deploy-test:${process.pid}`;
  let container: string;
  let built: AsyncDisposable;
  beforeAll(async () => {
    built = await deployImage(root, image);
    // The engine of the tests has no network for containers; loopback is there.
    container = await docker('run', '--detach', '--network=none', '--label', 'muxwright.scratch', image);
    await answers();
  }, 1_200_000);
  afterAll(async () => {
    if (container) await docker('rm', '--force', '--volumes', container);
    await built?.[Symbol.asyncDispose]();
  });

  const inside = (...argv: readonly string[]): Promise<string> => docker('exec', container, ...argv);
  const answers = async (): Promise<void> => {
    const ask = `fetch('http://127.0.0.1:4747/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`;
    await eventually(() =>
      inside('node', '-e', ask).then(
        () => true,
        () => undefined,
      ),
    );
  };

  it('is not root, and listens on loopback only', async () => {
    expect(await inside('id', '-un')).toBe('node');
    const sockets = await inside('sh', '-c', 'cat /proc/net/tcp /proc/net/tcp6');
    const listening = [...sockets.matchAll(/^ *\d+: (\S+):(\S+) \S+ 0A /gm)].map(([, address, port]) => [
      address,
      port,
    ]);
    expect(listening).toEqual([['0100007F', (4747).toString(16).toUpperCase().padStart(4, '0')]]);
  });

  it('refuses to listen everywhere without a certificate, and says what to do', async () => {
    const refused = await inside('mux', 'serve', '--listen', '0.0.0.0').then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    expect(refused).toContain('--tls-cert');
    expect(refused).toContain('--insecure');
  });

  it('holds the versions of the lock file, with pg and without the tools', async () => {
    const { packages } = JSON.parse(await readFile(`${root}/package-lock.json`, 'utf8'));
    const installed = '/usr/local/lib/node_modules/muxwright/node_modules';
    for (const name of ['fastify', 'zod', 'pg', 'pg-protocol'])
      expect(JSON.parse(await inside('cat', `${installed}/${name}/package.json`)).version).toBe(
        packages[`node_modules/${name}`].version,
      );
    expect(await inside('sh', '-c', `ls ${installed} | grep -cx 'typescript\\|vitest' || :`)).toBe('0');
  });

  it('runs commands in its tmux, and keeps its state over a restart', async () => {
    expect(await inside('mux', 'run', '--', 'echo', 'hello from inside')).toContain('hello from inside');
    await inside('mux', 'token', 'create', 'kept', '--scope', 'read');
    await docker('restart', container);
    await answers();
    expect(await inside('mux', 'token', 'list')).toContain('kept');
    expect(await inside('mux', 'runs')).toContain('hello from inside');
  });
});
