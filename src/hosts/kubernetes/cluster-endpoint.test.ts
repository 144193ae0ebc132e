import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClusterSources, resolveCluster } from './cluster-endpoint.js';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mux-kube-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const two = `
apiVersion: v1
kind: Config
current-context: dev
contexts:
- { name: dev, context: { cluster: near, user: me } }
- { name: prod, context: { cluster: far, user: other } }
- { name: lost, context: { cluster: none, user: me } }
clusters:
- { name: near, cluster: { server: 'https://near:6443/', certificate-authority: ca.pem } }
- { name: far, cluster: { server: 'https://far', insecure-skip-tls-verify: true, tls-server-name: api.far } }
users:
- { name: me, user: { token: first } }
- { name: other, user: { tokenFile: token } }
`;

async function write(name: string, text: string): Promise<string> {
  const path = join(home, name);
  await writeFile(path, text);
  return path;
}

function resolve(sources: ClusterSources = {}) {
  return resolveCluster({ home, env: {}, ...sources });
}

describe('the cluster', () => {
  it('is that of ~/.kube/config and its current context', async () => {
    await mkdir(join(home, '.kube'));
    await write('.kube/config', two);
    await write('.kube/ca.pem', 'authority');
    const { url, tls, credentials } = await resolve();
    expect([url, tls]).toEqual([
      'https://near:6443',
      { rejectUnauthorized: true, ca: Buffer.from('authority') },
    ]);
    expect(await credentials()).toEqual({ authorization: 'Bearer first' });
  });

  it('is chosen by the option, or by MUXWRIGHT_KUBE_CONTEXT', async () => {
    await write('token', 'from-file\n');
    const kubeconfig = await write('k', two);
    const byOption = await resolve({ kubeconfig, context: 'prod', env: { MUXWRIGHT_KUBE_CONTEXT: 'dev' } });
    expect([byOption.url, byOption.tls]).toEqual([
      'https://far',
      { rejectUnauthorized: false, servername: 'api.far' },
    ]);
    expect(await byOption.credentials()).toEqual({ authorization: 'Bearer from-file' });
    const byEnv = await resolve({ kubeconfig, env: { MUXWRIGHT_KUBE_CONTEXT: 'prod' } });
    expect(byEnv.url).toBe('https://far');
  });

  it('is put together of all files of KUBECONFIG, of which the first counts', async () => {
    const first = await write('a', 'contexts: [{ name: dev, context: { cluster: far, user: me } }]\n');
    const second = await write('b', two);
    const env = { KUBECONFIG: [join(home, 'missing'), first, second].join(':') };
    expect((await resolve({ env })).url).toBe('https://far');
  });

  it('is that of the service account in a pod', async () => {
    await write('token', 'mounted');
    await write('ca.crt', 'ca');
    const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '6443' };
    const { url, tls, credentials } = await resolve({ env, serviceAccount: home });
    expect([url, tls.ca?.toString(), await credentials()]).toEqual([
      'https://10.0.0.1:6443',
      'ca',
      { authorization: 'Bearer mounted' },
    ]);
  });
});

const user = (text: string): string => two.replace('{ token: first }', text);

describe('a kubeconfig with a mistake', () => {
  it.each([
    ['no file', undefined, {}, 'There is no kubeconfig at'],
    ['no YAML', 'a: [', {}, 'is not YAML'],
    ['a list', '- a', {}, 'it is not a mapping'],
    ['wrong lists', 'contexts: 7', {}, "'contexts' is not a list"],
    ['nested deeply', `a: ${'['.repeat(500)}`, {}, 'is nested too deeply'],
    ['no context', 'clusters: []', {}, 'has no current context'],
    ['an unknown context', two, { context: 'pord' }, "has no context 'pord'"],
    ['a missing cluster', two, { context: 'lost' }, "names the cluster 'none', which is missing"],
    ['no URL', two.replace('https://near:6443/', 'near'), {}, 'is not a URL'],
    ['a proxy', two.replace('certificate-authority: ca.pem', 'proxy-url: http://p'), {}, 'is not supported'],
    ['a missing authority', two, {}, 'which cannot be read (ENOENT)'],
    ['half a certificate', user('{ client-certificate-data: YQ== }'), {}, 'without its key'],
    ['an old sign-in', user('{ auth-provider: { name: gcp } }'), {}, "auth-provider 'gcp'"],
  ] as const)('says so: %s', async (_, text, sources, message) => {
    const env = text === undefined ? {} : { KUBECONFIG: await write('k', text) };
    if (!message.includes('ENOENT')) await write('ca.pem', 'a');
    await expect(resolve({ env, ...sources })).rejects.toMatchObject({
      code: 'KUBECONFIG_INVALID',
      message: expect.stringContaining(message),
    });
  });

  it('is not shown where its secrets may stand', async () => {
    const kubeconfig = await write('k', 'users:\n- token: "s3cret\n  x: [');
    const error: Error = await resolve({ kubeconfig }).then(
      () => new Error('none'),
      (reason) => reason,
    );
    expect(error.message).not.toContain('s3cret');
  });
});

describe('a command for credentials', () => {
  const exec = user(
    '{ exec: { command: ./login, args: [a], env: [{ name: WHO, value: me }], apiVersion: v1 } }',
  );

  it('is refused unless commands are allowed [K7]', async () => {
    await write('ca.pem', 'a');
    const kubeconfig = await write('k', exec);
    const { credentials } = await resolve({ kubeconfig });
    await expect(credentials()).rejects.toMatchObject({
      code: 'KUBECONFIG_COMMAND_REFUSED',
      message: expect.stringContaining(join(home, 'login')),
    });
  });

  it('gives a token, which is kept until it ends [K7]', async () => {
    await write('ca.pem', 'a');
    const kubeconfig = await write('k', exec);
    const status = '{"status":{"token":"\'$WHO-$1\'","expirationTimestamp":"2099-01-01T00:00:00Z"}}';
    await write('login', `#!/bin/sh\necho run >> ${home}/runs\necho '${status}'\n`);
    await chmod(join(home, 'login'), 0o755);
    const { credentials } = await resolve({ kubeconfig, env: { MUXWRIGHT_KUBE_COMMANDS: 'allow' } });
    expect(await credentials()).toEqual({ authorization: 'Bearer me-a' });
    await rm(join(home, 'login'));
    expect(await credentials()).toEqual({ authorization: 'Bearer me-a' });
  });

  it('that fails is named with its last words, and its output is not shown [K7]', async () => {
    await write('ca.pem', 'a');
    const kubeconfig = await write('k', exec);
    await write('login', '#!/bin/sh\necho s3cret\necho "not signed in" >&2\nexit 2\n');
    await chmod(join(home, 'login'), 0o755);
    const { credentials } = await resolve({ kubeconfig, allowCommands: true });
    const error: Error = await credentials().then(
      () => new Error('none'),
      (reason) => reason,
    );
    expect(error.message).toContain('ended with exit code 2: not signed in');
    expect(error.message).not.toContain('s3cret');
  });
});
