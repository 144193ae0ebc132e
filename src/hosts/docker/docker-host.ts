import { Deadline, type DockerAddress, MuxError } from '../../model/index.js';
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
import type { DockerOptions, HostOptions } from '../host-options.js';
import { ScriptShells, SHELL_ARGV } from '../script-shells.js';
import { ShellFiles } from '../shell-files.js';
import { Container } from './container.js';
import { execStartError } from './docker-errors.js';
import { EngineClient } from './engine-client.js';
import { resolveEngineEndpoint } from './engine-endpoint.js';
import { ExecSession } from './exec-session.js';
import { ExecStream } from './exec-stream.js';
import { runExec } from './run-exec.js';

/**
 * A Docker container, by execs of the Engine API: no docker command, no process of ours.
 *
 * Every program gets an environment variable `MUXWRIGHT_EXEC`, by which it is found again in the container where it
 * must be ended; nothing else is added.
 */
export class DockerHost implements Host {
  readonly address: DockerAddress;
  readonly files: HostFiles;
  readonly #options: DockerOptions;
  readonly #timeoutMs: number;
  readonly #background: boolean;
  readonly #shells: ScriptShells;
  readonly #streams = new Set<HostStream>();
  readonly #cleanups = new Set<Promise<void>>();
  #container: Promise<Container> | undefined;
  #closed = false;

  constructor(address: DockerAddress, options: HostOptions = {}) {
    this.address = address;
    this.#options = options.docker ?? {};
    this.#timeoutMs = options.timeoutMs ?? hostDefaults.timeoutMs;
    this.#background = options.background ?? false;
    const place = `docker://${address.container}`;
    this.files = new ShellFiles(this, place);
    this.#shells = new ScriptShells(() => this.open(SHELL_ARGV), place, this.#timeoutMs);
  }

  async run(argv: readonly string[], options: RunProgramOptions = {}): Promise<ProgramResult> {
    const container = await this.#reach();
    try {
      return await runExec(container, argv, {
        timeoutMs: this.#timeoutMs,
        ...options,
        user: this.#options.user,
        onCleanup: (work) => this.#track(work),
      });
    } catch (error) {
      throw await container.explain(error);
    }
  }

  script(script: string, args: readonly string[] = [], options: ScriptOptions = {}): Promise<ProgramResult> {
    return this.#shells.run(script, args, options);
  }

  async open(argv: readonly string[], options: OpenStreamOptions = {}): Promise<HostStream> {
    const container = await this.#reach();
    const { timeoutMs = this.#timeoutMs, signal, env } = options;
    const what = `Starting '${argv[0] ?? ''}' on ${container.place}`;
    using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
    if (deadline.error) throw deadline.error;
    try {
      const request = { argv, env, user: this.#options.user };
      const session = await ExecSession.create(container, request, deadline);
      const stream = await this.#start(container, session, argv[0] ?? '', deadline);
      if (this.#background) stream.unref();
      this.#streams.add(stream);
      void stream.closed.then(() => this.#streams.delete(stream));
      return stream;
    } catch (error) {
      throw await container.explain(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#shells.close();
    await Promise.all([...this.#streams].map((stream) => stream.close()));
    await Promise.all(this.#cleanups);
    const container = await this.#container?.catch(() => undefined);
    container?.client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(
    container: Container,
    session: ExecSession,
    program: string,
    deadline: Deadline,
  ): Promise<ExecStream> {
    const waiting = new AbortController();
    let stream: ExecStream | undefined;
    try {
      const { socket, head } = await session.start(deadline);
      stream = new ExecStream(session, socket, head);
      const ended = stream.ended.then(() => false);
      const runs = await deadline.race(Promise.race([session.started(waiting.signal), ended]));
      if (runs) {
        // Until somebody listens the program waits, so that nothing piles up here.
        stream.pause();
        return stream;
      }
      const text = await deadline.race(stream.text());
      const { neverStarted, error } = await stream.ended;
      if (neverStarted) throw execStartError(program, container.place, text);
      if (error) throw error;
      return stream;
    } catch (error) {
      if (deadline.error) this.#track(stream ? stream.close() : session.kill());
      throw error;
    } finally {
      waiting.abort();
    }
  }

  #reach(): Promise<Container> {
    if (this.#closed) {
      return Promise.reject(
        new MuxError('CLOSED', `The host docker://${this.address.container} was closed.`),
      );
    }
    this.#container ??= resolveEngineEndpoint(this.#options).then(
      (endpoint) => new Container(new EngineClient(endpoint), this.address.container),
    );
    return this.#container;
  }

  #track(work: Promise<void>): void {
    const cleanup = work.catch(() => undefined).finally(() => this.#cleanups.delete(cleanup));
    this.#cleanups.add(cleanup);
  }
}
