import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KubernetesOptions, openHost } from '../../../src/hosts/index.js';
import { type IsolatedCluster, isolatedCluster } from '../../../src/testing/cluster/isolated-cluster.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';

let cluster: IsolatedCluster;
let address: string;
beforeAll(async () => {
  cluster = await isolatedCluster();
  ({ address } = await cluster.pod({ name: 'web', containers: ['main', 'side'] }));
});
afterAll(() => cluster[Symbol.asyncDispose]());

async function use(
  place: string,
  kubernetes: KubernetesOptions = cluster.options.kubernetes,
): Promise<unknown> {
  await using host = await openHost(place, { ...patience, kubernetes });
  await expect(host.open(['cat'])).rejects.toThrow();
  return host.run(['true']);
}

describe('a pod that cannot be used', () => {
  it('is missing, and others are named [K3]', async () => {
    await expect(use('k8s://default/wob')).rejects.toMatchObject({
      code: 'POD_NOT_FOUND',
      message: expect.stringMatching(
        /^Pod not found: 'wob' in the namespace 'default'\. Pods of the namespace: .*web/,
      ),
    });
  });

  it('has not that container, or several and none is named', async () => {
    await expect(use('k8s://default/web/min')).rejects.toMatchObject({
      code: 'CONTAINER_NOT_FOUND',
      message: "The pod 'web' has no container 'min'. Its containers: main, side.",
      suggestion: 'Use k8s://default/web/main.',
    });
    await expect(use('k8s://default/web')).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
  });

  it('was evicted [K3]', async () => {
    const pod = await cluster.pod();
    await pod.evict();
    await expect(use(pod.address)).rejects.toMatchObject({
      code: 'POD_ENDED',
      message: `The pod '${pod.name}' was evicted: The node was low on resource: memory.`,
    });
  });

  it('has ended', async () => {
    const pod = await cluster.pod();
    await pod.stop();
    await expect(use(pod.address)).rejects.toMatchObject({ code: 'POD_ENDED' });
  });

  it('is not ready [K3]', async () => {
    const pod = await cluster.pod({ image: 'no-such-image' as 'busybox' });
    await expect(use(pod.address)).rejects.toMatchObject({
      code: 'POD_NOT_READY',
      message: expect.stringContaining('waits (ErrImagePull): there is no image no-such-image'),
    });
  });

  it('has no tmux [K3]', async () => {
    const pod = await cluster.pod({ image: 'no-tmux' });
    const tmux = await connect(pod.address, { ...cluster.options, ...patience }).catch(
      (error: unknown) => error,
    );
    expect(tmux).toMatchObject({ code: 'TMUX_NOT_INSTALLED' });
  });
});

describe('a caller', () => {
  it.each([
    [['get pods'], 'get', 'pods/exec'],
    [['get pods', 'get pods/exec'], 'create', 'pods/exec'],
  ])('who may only %j is told what is missing [K4]', async (may, verb, resource) => {
    const kubeconfig = await cluster.kubeconfig({ name: 'dev', may });
    await expect(use(address, { kubeconfig })).rejects.toMatchObject({
      code: 'CLUSTER_FORBIDDEN',
      message: `The user 'dev' may not ${verb} ${resource} in the namespace 'default'.`,
      details: { user: 'dev', verb, resource },
    });
  });

  it('needs no more than the role of the guide [K4]', async () => {
    const kubeconfig = await cluster.kubeconfig({
      may: ['get pods', 'list pods', 'get pods/exec', 'create pods/exec'],
    });
    await using host = await openHost(address, { ...patience, kubernetes: { kubeconfig } });
    expect((await host.run(['true'])).code).toBe(0);
  });

  it.each(['token-file', 'certificate'] as const)('may prove who it is by a %s [K5]', async (by) => {
    const kubeconfig = await cluster.kubeconfig({ name: 'client', by });
    await using host = await openHost(address, { ...patience, kubernetes: { kubeconfig } });
    expect((await host.run(['true'])).code).toBe(0);
  });

  it('has a token that is read again when its file changes [K5]', async () => {
    const kubeconfig = await cluster.kubeconfig({ by: 'token-file' });
    await using host = await openHost(address, { ...patience, kubernetes: { kubeconfig } });
    await host.run(['true']);
    await writeFile(`${kubeconfig}.token`, 'no longer good');
    await expect(host.run(['true'])).rejects.toMatchObject({
      code: 'CLUSTER_FORBIDDEN',
      message: expect.stringContaining('does not accept the credentials'),
    });
  });
});

describe('a cluster', () => {
  it('whose certificate is signed by somebody else is not trusted [K5]', async () => {
    const kubeconfig = await cluster.kubeconfig({ by: 'token' });
    await using other = await isolatedCluster();
    const text = `apiVersion: v1
current-context: c
contexts: [{ name: c, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: '${other.url}' } }]
users: [{ name: u, user: { token: t } }]
`;
    await writeFile(`${kubeconfig}.other`, text);
    await expect(use(address, { kubeconfig: `${kubeconfig}.other` })).rejects.toMatchObject({
      code: 'CLUSTER_UNREACHABLE',
      message: expect.stringContaining('a certificate that is not trusted'),
    });
  });

  it('that refuses connections is unreachable, and one that never answers is given up [K3]', async () => {
    const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const kubeconfig = `${await cluster.kubeconfig({})}.silent`;
    await writeFile(
      kubeconfig,
      `current-context: c
contexts: [{ name: c, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: 'http://127.0.0.1:${port}' } }]
users: [{ name: u, user: {} }]
`,
    );
    await using host = await openHost(address, { kubernetes: { kubeconfig } });
    await expect(host.run(['true'], { timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await host.close();
    await new Promise((resolve) => server.close(resolve));
    await expect(use(address, { kubeconfig })).rejects.toMatchObject({
      code: 'CLUSTER_UNREACHABLE',
      message: expect.stringContaining('refused the connection'),
    });
  });
});
