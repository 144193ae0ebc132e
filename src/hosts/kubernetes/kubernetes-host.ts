import { Deadline, type KubernetesAddress, MuxError } from '../../model/index.js';
import {
  type Host,
  type HostFiles,
  type HostStream,
  hostDefaults,
  type OpenStreamOptions,
  type ProgramResult,
  type RunProgramOptions,
  type ScriptOptions,
} from '../host.js';
import type { HostOptions, KubernetesOptions } from '../host-options.js';
import { ScriptShells, SHELL_ARGV } from '../script-shells.js';
import { ShellFiles } from '../shell-files.js';
import { ApiClient } from './api-client.js';
import { resolveCluster } from './cluster-endpoint.js';
import { Pod, podPlace } from './pod.js';
import { PodLifeline } from './pod-lifeline.js';
import type { PodSession } from './pod-session.js';
import { PodStream } from './pod-stream.js';
import { runInPod } from './run-in-pod.js';

/**
 * A container of a Kubernetes pod, by execs over WebSockets: no kubectl, no process of ours.
 *
 * The container needs a POSIX `sh` with `head`, `cat` and `sleep`, and for API servers before 1.30 `dd` and `sed`.
 */
export class KubernetesHost implements Host {
  readonly address: KubernetesAddress;
  readonly files: HostFiles;
  readonly #options: KubernetesOptions;
  readonly #timeoutMs: number;
  readonly #background: boolean;
  readonly #shells: ScriptShells;
  readonly #streams = new Set<HostStream>();
  readonly #cleanups = new Set<Promise<void>>();
  /** Programs whose link broke. */
  readonly #orphans = new Set<PodSession>();
  #reached: Promise<Reached> | undefined;
  #closed = false;

  constructor(address: KubernetesAddress, options: HostOptions = {}) {
    this.address = address;
    this.#options = options.kubernetes ?? {};
    this.#timeoutMs = options.timeoutMs ?? hostDefaults.timeoutMs;
    this.#background = options.background ?? false;
    const place = podPlace(address);
    this.files = new ShellFiles(this, place);
    this.#shells = new ScriptShells(() => this.open(SHELL_ARGV), place, this.#timeoutMs);
  }

  async run(argv: readonly string[], options: RunProgramOptions = {}): Promise<ProgramResult> {
    const { pod } = await this.#reach();
    try {
      const result = await runInPod(pod, argv, {
        timeoutMs: this.#timeoutMs,
        ...options,
        onCleanup: (work) => this.#track(work),
      });
      this.#endOrphans();
      return result;
    } catch (error) {
      throw await pod.explain(error);
    }
  }

  script(script: string, args: readonly string[] = [], options: ScriptOptions = {}): Promise<ProgramResult> {
    return this.#shells.run(script, args, options);
  }

  async open(argv: readonly string[], options: OpenStreamOptions = {}): Promise<HostStream> {
    const { pod, lifeline } = await this.#reach();
    const { timeoutMs = this.#timeoutMs, signal, env } = options;
    const what = `Starting '${argv[0] ?? ''}' on ${pod.place}`;
    using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
    if (deadline.error) throw deadline.error;
    try {
      const stream = await PodStream.open(
        pod,
        { argv, env },
        { deadline, onCleanup: (work) => this.#track(work) },
      );
      lifeline.guard(stream.session);
      this.#endOrphans();
      if (this.#background) stream.unref();
      this.#streams.add(stream);
      void stream.closed.then(({ error }) => {
        this.#streams.delete(stream);
        if (error === undefined) return;
        // A broken exec does not end its program.
        this.#orphans.add(stream.session);
        this.#endOrphans();
      });
      return stream;
    } catch (error) {
      throw await pod.explain(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#shells.close();
    await Promise.all([...this.#streams].map((stream) => stream.close()));
    this.#endOrphans();
    await Promise.all(this.#cleanups);
    const reached = await this.#reached?.catch(() => undefined);
    await reached?.lifeline.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #reach(): Promise<Reached> {
    if (this.#closed) {
      return Promise.reject(new MuxError('CLOSED', `The host ${podPlace(this.address)} was closed.`));
    }
    // A kubeconfig that could not be used may have been mended meanwhile.
    this.#reached ??= resolveCluster(this.#options).then(
      (endpoint) => {
        const pod = new Pod(new ApiClient(endpoint), this.address);
        return { pod, lifeline: new PodLifeline(pod) };
      },
      (error) => {
        this.#reached = undefined;
        throw error;
      },
    );
    return this.#reached;
  }

  /** Tried at once, and again when something gets through to the pod: until then nothing else would either. */
  #endOrphans(): void {
    for (const session of this.#orphans) {
      this.#orphans.delete(session);
      this.#track(session.kill().catch(() => void this.#orphans.add(session)));
    }
  }

  #track(work: Promise<void>): void {
    const cleanup = work.catch(() => undefined).finally(() => this.#cleanups.delete(cleanup));
    this.#cleanups.add(cleanup);
  }
}

interface Reached {
  readonly pod: Pod;
  readonly lifeline: PodLifeline;
}
