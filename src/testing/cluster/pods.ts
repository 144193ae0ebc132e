import { randomBytes } from 'node:crypto';
import type { ScratchImageKind } from '../root-file-system.js';
import { WAIT_FOR_EVER } from '../scratch-container.js';
import type { Containerd } from './containerd.js';

/** A pod, as far as anybody asks about it. */
export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  reason?: string;
  message?: string;
  deleted?: boolean;
  sandbox?: string;
  readonly containers: PodContainer[];
}

export interface PodContainer {
  readonly name: string;
  readonly image: string;
  id?: string;
  state: ContainerState;
}

interface ContainerState {
  readonly running?: object;
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly terminated?: { readonly reason: string; readonly exitCode: number };
}

/** The part of a pod's manifest that is understood. */
export interface PodManifest {
  readonly metadata?: {
    readonly name?: string;
    readonly generateName?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly containers: readonly {
      readonly name: string;
      readonly image: string;
      readonly command?: readonly string[];
      readonly args?: readonly string[];
    }[];
  };
}

/** All pods of a cluster, and what makes and ends them. */
export class Pods {
  readonly #containerd: Containerd;
  readonly #pods = new Map<string, Pod>();

  constructor(containerd: Containerd) {
    this.#containerd = containerd;
  }

  get(namespace: string, name: string): Pod | undefined {
    return this.#pods.get(`${namespace}/${name}`);
  }

  in(namespace: string): Pod[] {
    return [...this.#pods.values()].filter((pod) => pod.namespace === namespace);
  }

  /** The pod is there at once; `started` resolves when its containers run. */
  async create(namespace: string, { metadata, spec }: PodManifest): Promise<Pod> {
    const name = metadata?.name ?? `${metadata?.generateName ?? 'pod-'}${randomBytes(3).toString('hex')}`;
    const pod: Pod = {
      namespace,
      name,
      uid: randomBytes(16).toString('hex'),
      labels: metadata?.labels ?? {},
      phase: 'Pending',
      containers: spec.containers.map((container) => ({
        name: container.name,
        image: container.image,
        state: { waiting: { reason: 'ContainerCreating' } },
      })),
    };
    this.#pods.set(`${namespace}/${name}`, pod);
    pod.sandbox = await this.#containerd.sandbox(namespace, name);
    for (const [index, { image, command = [], args = [] }] of spec.containers.entries()) {
      const container = pod.containers[index];
      if (!container) continue;
      const kind = KINDS[image];
      if (!kind) {
        container.state = { waiting: { reason: 'ErrImagePull', message: `there is no image ${image}` } };
        continue;
      }
      const argv = [...command, ...args];
      const started = await this.#containerd.container(pod.sandbox, {
        name: container.name,
        image: kind,
        command: argv.length > 0 ? argv : WAIT_FOR_EVER,
      });
      container.id = started.id;
      container.state = { running: {} };
    }
    if (pod.containers.every(({ state }) => state.running)) pod.phase = 'Running';
    return pod;
  }

  /** Ends its containers, as a node does that has no room for it. The pod itself stays, as a record of what happened. */
  async evict(pod: Pod, message: string): Promise<void> {
    pod.phase = 'Failed';
    pod.reason = 'Evicted';
    pod.message = message;
    await this.#endContainers(pod, 'Error', 137);
  }

  async stop(pod: Pod): Promise<void> {
    await this.#endContainers(pod, 'Completed', 0);
    pod.phase = 'Succeeded';
  }

  async remove(pod: Pod): Promise<void> {
    pod.deleted = true;
    if (pod.sandbox !== undefined) await this.#containerd.removeSandbox(pod.sandbox);
    this.#pods.delete(`${pod.namespace}/${pod.name}`);
  }

  async #endContainers(pod: Pod, reason: string, exitCode: number): Promise<void> {
    for (const container of pod.containers) {
      if (container.id !== undefined) await this.#containerd.stopContainer(container.id);
      container.state = { terminated: { reason, exitCode } };
    }
  }
}

/** Images by the names that a manifest may have. */
const KINDS: Readonly<Record<string, ScratchImageKind>> = {
  busybox: 'busybox',
  glibc: 'glibc',
  'no-tmux': 'no-tmux',
};

/** A pod as the API server shows it. */
export function podDocument(pod: Pod): object {
  const ready = pod.phase === 'Running' && pod.containers.every(({ state }) => state.running);
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: pod.name,
      namespace: pod.namespace,
      uid: pod.uid,
      labels: pod.labels,
      ...(pod.deleted && { deletionTimestamp: new Date().toISOString() }),
    },
    spec: { containers: pod.containers.map(({ name, image }) => ({ name, image })) },
    status: {
      phase: pod.phase,
      reason: pod.reason,
      message: pod.message,
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
      containerStatuses: pod.containers.map(({ name, image, state }) => ({
        name,
        image,
        ready: state.running !== undefined,
        state,
      })),
    },
  };
}
