import { MuxError } from '../../model/index.js';
import {
  type ContainerState,
  containerNotFound,
  containerNotRunning,
  EngineRefusal,
} from './docker-errors.js';
import type { EngineClient } from './engine-client.js';

/** One container, as far as errors need to know about it. */
export class Container {
  readonly client: EngineClient;
  readonly name: string;
  /** For messages: `docker://sandbox`. */
  readonly place: string;

  constructor(client: EngineClient, name: string) {
    this.client = client;
    this.name = name;
    this.place = `docker://${name}`;
  }

  /** Turns a refusal of the engine into a catalogued error, asking for what its sentence needs. */
  async explain(error: unknown): Promise<unknown> {
    if (!(error instanceof EngineRefusal)) return error;
    if (error.status === 404 || error.status === 409) {
      const problem = await this.problem();
      if (problem) return problem;
    }
    const options = { details: { container: this.name, status: error.status }, cause: error };
    if (/HTTP request to an HTTPS server/.test(error.message)) {
      const { url } = this.client.endpoint;
      return new MuxError('DOCKER_UNAVAILABLE', `The Docker engine at ${url} requires TLS.`, {
        ...options,
        suggestion:
          'Set DOCKER_TLS_VERIFY=1, and DOCKER_CERT_PATH to the folder of ca.pem, cert.pem and key.pem.',
      });
    }
    if (/unable to find (user|group)/.test(error.message)) {
      return new MuxError('INVALID_ARGUMENT', `On ${this.place}: ${error.message}.`, {
        ...options,
        suggestion: 'Check the option user.',
      });
    }
    return new MuxError('HOST_IO_FAILED', `The Docker engine refused: ${error.message}.`, options);
  }

  /** What is wrong with the container; `undefined` where it runs. */
  async problem(): Promise<MuxError | undefined> {
    const state = await this.#state();
    if (state === undefined) return containerNotFound(this.name, await this.#runningNames());
    return state.Running && !state.Paused ? undefined : containerNotRunning(this.name, state);
  }

  /**
   * Like `problem`, at a moment when the container may be on its way down: its programs are killed first, and only
   * then does the engine learn that it stopped. A new program cannot be started then, which tells the two apart.
   */
  async problemAfterKill(): Promise<MuxError | undefined> {
    const problem = await this.problem();
    if (problem || (await this.#startsPrograms())) return problem;
    await this.#stopped();
    return (await this.problem()) ?? containerNotRunning(this.name, undefined);
  }

  async #state(): Promise<ContainerState | undefined> {
    try {
      const answer = await this.client.get(`/containers/${this.name}/json`);
      return (answer as { State: ContainerState }).State;
    } catch (error) {
      if (error instanceof EngineRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  async #runningNames(): Promise<string[]> {
    const list = (await this.client.get('/containers/json')) as { Names: string[] }[];
    return list.map(({ Names }) => (Names[0] ?? '').replace(/^\//, '')).sort();
  }

  async #startsPrograms(): Promise<boolean> {
    try {
      const body = { Cmd: ['true'] };
      const { Id } = (await this.client.post(`/containers/${this.name}/exec`, { body })) as { Id: string };
      await this.client.post(`/exec/${Id}/start`, { body: { Detach: true } });
      return true;
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error;
      return /executable file not found|no such file or directory/i.test(error.message);
    }
  }

  /** Waits until the engine has seen the end, which usually comes within milliseconds. */
  async #stopped(): Promise<void> {
    const signal = AbortSignal.timeout(STOPPED_MS);
    await this.client.post(`/containers/${this.name}/wait`, { signal }).catch(() => undefined);
  }
}

/** An engine on a machine that is very busy takes its time. */
const STOPPED_MS = 30_000;
