import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { Deadline, isMuxError, type KubernetesAddress, MuxError } from '../../model/index.js';
import type { ApiClient } from './api-client.js';
import { ExecSocket, V4, V5 } from './exec-socket.js';
import { ApiRefusal, forbidden, type PodState, podNotFound, podProblem } from './kubernetes-errors.js';
import { BOOTSTRAP } from './pod-scripts.js';

/** One container of a pod: the way to execs in it, and what errors need to know about it. */
export class Pod {
  readonly client: ApiClient;
  readonly address: KubernetesAddress;
  /** For messages: `k8s://default/web/main`. */
  readonly place: string;
  readonly #path: string;

  constructor(client: ApiClient, address: KubernetesAddress) {
    this.client = client;
    this.address = address;
    this.place = podPlace(address);
    this.#path = `/api/v1/namespaces/${encodeURIComponent(address.namespace)}/pods/${encodeURIComponent(address.pod)}`;
  }

  /** Opens an exec that waits for the line which says what it is to run. */
  async exec(deadline: Deadline): Promise<ExecSocket> {
    const query = new URLSearchParams(BOOTSTRAP.map((word): [string, string] => ['command', word]));
    const { container } = this.address;
    if (container !== undefined) query.set('container', container);
    for (const stream of ['stdin', 'stdout', 'stderr']) query.set(stream, 'true');
    const socket = await this.client.socket(`${this.#path}/exec?${query}`, [V5, V4], deadline);
    return new ExecSocket(socket, transportOf(socket), () => this.client.get('/version'));
  }

  /** Runs a line of shell to its end; what it prints is lost. */
  async runLine(line: string): Promise<void> {
    using deadline = new Deadline({ what: `Running a script on ${this.place}`, timeoutMs: LINE_MS });
    const socket = await this.exec(deadline);
    try {
      const closed = new Promise<void>((resolve) => {
        socket.listen({ output: () => {}, closed: () => resolve() });
      });
      socket.write(line);
      socket.resume();
      await deadline.race(closed);
    } finally {
      socket.terminate();
    }
  }

  /** Turns a refusal of the API server into a catalogued error, asking for what its sentence needs. */
  async explain(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiRefusal)) return error;
    const { namespace } = this.address;
    const { url } = this.client.endpoint;
    if (error.status === 401 || error.status === 403) return forbidden(error, url, namespace);
    const problem = await this.problem().catch((asked) =>
      asked instanceof ApiRefusal && asked.status === 404
        ? podNotFound(namespace, this.address.pod, [])
        : undefined,
    );
    if (problem) return problem;
    return new MuxError(
      'HOST_IO_FAILED',
      `The API server refused an exec on ${this.place}: ${error.message}.`,
      {
        details: { place: this.place, status: error.status },
        cause: error,
      },
    );
  }

  /** What is wrong with the pod or the container; `undefined` where it runs. */
  async problem(): Promise<MuxError | undefined> {
    const { namespace, pod, container } = this.address;
    try {
      const state = (await this.client.get(this.#path)) as PodState;
      return podProblem(namespace, pod, container, state);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (error.status === 404) return podNotFound(namespace, pod, await this.#others());
      // A role that may exec may lack the permission to read pods.
      return undefined;
    }
  }

  /**
   * Like `problem`, at a moment when the pod may be on its way down: programs are killed first, and only then does the API
   * server learn of it. A new exec cannot be started then, which tells the two apart.
   */
  async problemAfterKill(): Promise<MuxError | undefined> {
    const problem = await this.problem();
    if (problem) return problem;
    try {
      await this.runLine('exit\n');
      return undefined;
    } catch (error) {
      // What only says that an exec cannot be started now says nothing of the pod.
      const explained = await this.explain(error);
      return isMuxError(explained) && explained.code !== 'HOST_IO_FAILED' ? explained : undefined;
    }
  }

  async #others(): Promise<string[]> {
    const path = `/api/v1/namespaces/${encodeURIComponent(this.address.namespace)}/pods?limit=50`;
    try {
      const { items } = (await this.client.get(path)) as { items: { metadata: { name: string } }[] };
      return items.map(({ metadata }) => metadata.name).sort();
    } catch {
      return [];
    }
  }
}

/** A cluster that is very busy takes its time, and what is not ended stays. */
const LINE_MS = 60_000;

export function podPlace({ namespace, pod, container }: KubernetesAddress): string {
  return `k8s://${namespace}/${pod}${container === undefined ? '' : `/${container}`}`;
}

/** The library keeps it to itself, and has no way to say that a connection does not keep the process running. */
function transportOf(socket: WebSocket): Socket | undefined {
  return (socket as unknown as { readonly _socket?: Socket })._socket;
}
