import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Deadline, MuxError } from '../../model/index.js';
import type { Container } from './container.js';
import { EngineRefusal } from './docker-errors.js';

export interface ExecRequest {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly user?: string | undefined;
}

/** How an exec ended. */
export interface ExecEnd {
  readonly code: number | undefined;
  /** The engine could not start the program; why stands in the output. */
  readonly neverStarted: boolean;
  /** Set where not the program ended but the container or the link to the engine. */
  readonly error: MuxError | undefined;
}

interface ExecState {
  readonly Running: boolean;
  readonly ExitCode: number | null;
  readonly Pid: number;
}

/** One program in a container: an exec of the Engine API, from its creation to its end. */
export class ExecSession {
  readonly #container: Container;
  readonly #request: ExecRequest;
  readonly #id: string;
  readonly #marker: string;

  private constructor(container: Container, request: ExecRequest, id: string, marker: string) {
    this.#container = container;
    this.#request = request;
    this.#id = id;
    this.#marker = marker;
  }

  /** Prepares a program; nothing runs yet. */
  static async create(container: Container, request: ExecRequest, deadline: Deadline): Promise<ExecSession> {
    const marker = randomBytes(8).toString('hex');
    const body = {
      Cmd: request.argv,
      Env: Object.entries({ ...request.env, [MARKER]: marker }).map(([name, value]) => `${name}=${value}`),
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      ...(request.cwd !== undefined && { WorkingDir: request.cwd }),
      ...(request.user !== undefined && { User: request.user }),
    };
    const answer = await container.client.post(`/containers/${container.name}/exec`, { body, deadline });
    return new ExecSession(container, request, (answer as { Id: string }).Id, marker);
  }

  /** Starts the program and gives its framed stream, with what has come of it so far. */
  start(deadline: Deadline): Promise<{ socket: Socket; head: Buffer }> {
    const body = { Detach: false, Tty: false };
    return this.#container.client.upgrade(`/exec/${this.#id}/start`, { body, deadline });
  }

  /**
   * Waits for the start; `false` where the program has ended by then, or never started. The engine hands the stream
   * over before it starts the program; the one request that it answers only after the start is a resize, which does
   * nothing without a terminal.
   */
  async started(signal: AbortSignal): Promise<boolean> {
    const query = { h: '24', w: '80' };
    try {
      await this.#container.client.post(`/exec/${this.#id}/resize`, { query, signal });
      return true;
    } catch (error) {
      if (!(error instanceof EngineRefusal)) return false;
      const state = await this.#state();
      return state !== undefined && state.ExitCode === null;
    }
  }

  /** To be asked when the stream has ended. */
  async end(): Promise<ExecEnd> {
    try {
      const state = await this.#stateAfterStream();
      const code = state?.ExitCode ?? undefined;
      if (code === undefined || code === KILLED) {
        const error =
          (await this.#container.problemAfterKill()) ?? (code === undefined ? this.#lost() : undefined);
        return { code, neverStarted: false, error };
      }
      return { code, neverStarted: state?.Pid === 0 && (code === 126 || code === 127), error: undefined };
    } catch (error) {
      const explained = await this.#container.explain(error).catch(() => error);
      return { code: undefined, neverStarted: false, error: explained as MuxError };
    }
  }

  /**
   * Ends the program and its process group. The engine has no call for that, and it knows the program only by a pid
   * outside of the container, so a second exec looks for the environment variable that the program was started with.
   */
  async kill(): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const state = await this.#state();
      if (state === undefined || state.ExitCode !== null) return;
      if (state.Pid === 0) await this.started(AbortSignal.timeout(KILL_TIMEOUT_MS));
      await this.#runKiller((await this.#state())?.Pid ?? 0);
    }
  }

  async #runKiller(enginePid: number): Promise<void> {
    const body = {
      Cmd: ['sh', '-c', KILL_SCRIPT, 'sh', `${MARKER}=${this.#marker}`, String(enginePid)],
      AttachStdout: true,
      ...(this.#request.user !== undefined && { User: this.#request.user }),
    };
    const { client, name } = this.#container;
    const { Id } = (await client.post(`/containers/${name}/exec`, { body })) as { Id: string };
    const signal = AbortSignal.timeout(KILL_TIMEOUT_MS);
    await client.post(`/exec/${Id}/start`, { body: { Detach: false, Tty: false }, signal });
  }

  async #state(): Promise<ExecState | undefined> {
    try {
      return (await this.#container.client.get(`/exec/${this.#id}/json`)) as ExecState;
    } catch (error) {
      // Gone together with its container, or with the engine that ran it.
      if (error instanceof EngineRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Docker closes the stream after it has noted the exit code; other engines may do it a little before. */
  async #stateAfterStream(): Promise<ExecState | undefined> {
    for (const ms of [1, 10, 100]) {
      const state = await this.#state();
      if (state === undefined || state.ExitCode !== null) return state;
      await delay(ms);
    }
    return this.#state();
  }

  #lost(): MuxError {
    const program = this.#request.argv[0] ?? '';
    return new MuxError(
      'CONNECTION_LOST',
      `The Docker engine gave up the stream of '${program}' on ${this.#container.place}.`,
      { suggestion: 'Check whether the engine was restarted.', details: { program } },
    );
  }
}

const MARKER = 'MUXWRIGHT_EXEC';
const KILLED = 137;
/** An engine on a machine that is very busy takes its time, and what is not ended stays for ever. */
const KILL_TIMEOUT_MS = 30_000;

// The program itself has its parent outside of the container (PPid 0), or, where the container shares the pids of its
// machine, the pid that the engine knows. What it started in the background (a tmux server) has neither and lives on.
const KILL_SCRIPT = `for folder in /proc/[0-9]*; do
  tr '\\000' '\\n' < "$folder/environ" 2>/dev/null | grep -qxF "$1" || continue
  pid=\${folder#/proc/}
  grep -q '^PPid:[[:space:]]*0$' "$folder/status" 2>/dev/null || [ "$pid" = "$2" ] || continue
  kill -KILL "-$pid" 2>/dev/null || kill -KILL "$pid"
done`;
