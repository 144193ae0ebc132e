import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostOptions } from '../../hosts/index.js';
import { MuxError } from '../../model/index.js';
import type { ScratchImageKind } from '../root-file-system.js';
import { ApiServer, type ClusterUser } from './api-server.js';
import { Containerd } from './containerd.js';
import { type Pod, Pods } from './pods.js';

const run = promisify(execFile);

export interface IsolatedClusterOptions {
  /**
   * Which streams its API server speaks: `v5` as servers do from Kubernetes 1.30, `v4` as older ones.
   * @default 'v5'
   */
  readonly streams?: 'v5' | 'v4';
}

export interface ClusterPodOptions {
  /** @default 'default' */
  readonly namespace?: string;
  /** @default a name that nothing else has */
  readonly name?: string;
  /** @default 'busybox' */
  readonly image?: ScratchImageKind;
  /** Names of its containers, which are all of that image. @default ['main'] */
  readonly containers?: readonly string[];
  /** What runs as the main program of each. @default a shell that waits */
  readonly command?: readonly string[];
}

/** A pod of an `isolatedCluster`. */
export interface ClusterPod extends AsyncDisposable {
  readonly namespace: string;
  readonly name: string;
  /** For `openHost` and `connect`: `k8s://default/pod-1a2b3c/main`, its first container. */
  readonly address: string;
  /** Ends its containers as a node does that has no room for it; the pod is still shown, as `Failed`. */
  evict(message?: string): Promise<void>;
  /** Ends its containers; the pod is still shown, as `Succeeded`. */
  stop(): Promise<void>;
  /** Deletes it. */
  remove(): Promise<void>;
}

/** The stand-in for a Kubernetes cluster. */
export interface IsolatedCluster extends AsyncDisposable {
  /** What `openHost` needs beside the address: a kubeconfig that leads here. */
  readonly options: HostOptions & { readonly kubernetes: { readonly kubeconfig: string } };
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** Starts a pod. It is removed with the cluster at the latest. */
  pod(options?: ClusterPodOptions): Promise<ClusterPod>;
  /** Writes a kubeconfig for somebody else, and gives its path. */
  kubeconfig(user: ClusterUserOptions): Promise<string>;
  /** Ends the API server; nobody is told. Pods run on. */
  stopApi(): Promise<void>;
  /** Starts it again, on the same port. */
  startApi(): Promise<void>;
  /** Cuts all connections of the API server, which keeps listening. */
  drop(): void;
  /** Kills containerd (SIGKILL). Pods run on. */
  crash(): Promise<void>;
  /** Starts containerd again after `crash`. */
  restart(): Promise<void>;
}

export interface ClusterUserOptions {
  /** @default 'dev' */
  readonly name?: string;
  /**
   * What is allowed, as `get pods`, `create pods/exec`.
   * @default everything
   */
  readonly may?: readonly string[];
  /**
   * How the kubeconfig authenticates: a token in it, a file with a token, or a client certificate.
   * @default 'token'
   */
  readonly by?: 'token' | 'token-file' | 'certificate';
}

/**
 * Starts what stands in for a Kubernetes cluster in tests: Debian's containerd with the container runtime interface that
 * a kubelet uses, and in front of it a small server of ours that answers as an API server does. Pods are real
 * containers, and share the network of this machine. Needs Linux, root, containerd with runc and ctr, and openssl. It ends
 * with this process, however that ends.
 *
 * No scheduler, no admission, no real API server and kubelet: what they add is not tested here.
 *
 * @example
 * await using cluster = await isolatedCluster();
 * await using pod = await cluster.pod();
 * await using host = await openHost(pod.address, cluster.options);
 * await host.run(['tmux', '-V']);
 */
export async function isolatedCluster(options: IsolatedClusterOptions = {}): Promise<IsolatedCluster> {
  const program = await findContainerd();
  // A socket's path may have about 100 characters.
  const folder = await mkdtemp(join(tmpdir().length < 50 ? tmpdir() : '/tmp', 'mux-cluster-'));
  try {
    const [containerd, served, client] = await Promise.all([
      Containerd.start(program, folder),
      certificate(folder, 'server'),
      certificate(folder, 'client'),
    ]);
    const users = new Map<string, ClusterUser>();
    const pods = new Pods(containerd);
    const { streams = 'v5' } = options;
    const api = new ApiServer({
      ...{ pods, containerd, users, streams },
      key: served.key,
      certificate: served.certificate,
      trusted: [client.certificate],
    });
    await api.start();
    const cluster = new RunningCluster(folder, containerd, api, pods, users, served.certificate, client);
    return await cluster.prepared();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

class RunningCluster implements IsolatedCluster {
  readonly #folder: string;
  readonly #containerd: Containerd;
  readonly #api: ApiServer;
  readonly #pods: Pods;
  readonly #users: Map<string, ClusterUser>;
  readonly #ca: string;
  readonly #client: Certificate;
  #options: IsolatedCluster['options'] | undefined;

  constructor(
    folder: string,
    containerd: Containerd,
    api: ApiServer,
    pods: Pods,
    users: Map<string, ClusterUser>,
    ca: string,
    client: Certificate,
  ) {
    this.#folder = folder;
    this.#containerd = containerd;
    this.#api = api;
    this.#pods = pods;
    this.#users = users;
    this.#ca = ca;
    this.#client = client;
  }

  async prepared(): Promise<this> {
    const kubeconfig = await this.kubeconfig({ name: 'admin' });
    // Tests run on machines that do much else at the same time.
    this.#options = { timeoutMs: 60_000, kubernetes: { kubeconfig } };
    return this;
  }

  get options(): IsolatedCluster['options'] {
    if (!this.#options) throw new Error('unreachable');
    return this.#options;
  }

  get url(): string {
    return this.#api.url;
  }

  async pod(options: ClusterPodOptions = {}): Promise<ClusterPod> {
    const { namespace = 'default', image = 'busybox', containers = ['main'], command = [] } = options;
    const name = options.name ?? `pod-${randomBytes(3).toString('hex')}`;
    const pod = await this.#pods.create(namespace, {
      metadata: { name },
      spec: { containers: containers.map((each) => ({ name: each, image, command })) },
    });
    return new RunningPod(this.#pods, pod);
  }

  async kubeconfig({ name = 'dev', may, by = 'token' }: ClusterUserOptions): Promise<string> {
    const token = randomBytes(16).toString('hex');
    const path = join(this.#folder, `kubeconfig-${token.slice(0, 8)}`);
    if (by !== 'certificate') this.#users.set(token, { name, may });
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const proof = {
      token: `token: ${token}`,
      'token-file': `tokenFile: ${path}.token`,
      certificate: `client-certificate-data: ${base64(this.#client.certificate)}\n    client-key-data: ${base64(this.#client.key)}`,
    };
    if (by === 'token-file') await writeFile(`${path}.token`, `${token}\n`, { mode: 0o600 });
    await writeFile(
      path,
      `apiVersion: v1
kind: Config
current-context: test
contexts:
- name: test
  context: { cluster: test, user: ${name} }
clusters:
- name: test
  cluster:
    server: ${this.url}
    certificate-authority-data: ${base64(this.#ca)}
users:
- name: ${name}
  user:
    ${proof[by]}
`,
      { mode: 0o600 },
    );
    return path;
  }

  stopApi(): Promise<void> {
    return this.#api.stop();
  }

  startApi(): Promise<void> {
    return this.#api.start();
  }

  drop(): void {
    this.#api.drop();
  }

  crash(): Promise<void> {
    return this.#containerd.crash();
  }

  restart(): Promise<void> {
    return this.#containerd.restart();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#api.stop();
    await this.#containerd.stop();
  }
}

class RunningPod implements ClusterPod {
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
  readonly #pods: Pods;
  readonly #pod: Pod;

  constructor(pods: Pods, pod: Pod) {
    this.#pods = pods;
    this.#pod = pod;
    this.namespace = pod.namespace;
    this.name = pod.name;
    this.address = `k8s://${pod.namespace}/${pod.name}/${pod.containers[0]?.name}`;
  }

  evict(message = 'The node was low on resource: memory.'): Promise<void> {
    return this.#pods.evict(this.#pod, message);
  }

  stop(): Promise<void> {
    return this.#pods.stop(this.#pod);
  }

  async remove(): Promise<void> {
    if (!this.#pod.deleted) await this.#pods.remove(this.#pod);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }
}

interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Signed by itself, and so its own authority. Its common name is `name`. */
async function certificate(folder: string, name: string): Promise<Certificate> {
  const [keyFile, file] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3'];
  const about = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  await run('openssl', ['req', '-x509', ...kind, ...about, '-keyout', keyFile, '-out', file]);
  return { key: await readFile(keyFile, 'utf8'), certificate: await readFile(file, 'utf8') };
}

async function findContainerd(): Promise<string> {
  const usable = process.platform === 'linux' && process.getuid?.() === 0;
  for (const path of usable ? ['/usr/bin/containerd', '/usr/local/bin/containerd'] : []) {
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) return path;
  }
  throw new MuxError(
    'PROGRAM_NOT_FOUND',
    'A cluster for tests can only be started by root on Linux with containerd.',
    { suggestion: 'As root: apt-get install containerd runc openssl' },
  );
}
