import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { HostOptions } from '../../../src/hosts/host-options.js';
import { MuxError } from '../../../src/model/mux-error.js';
import { findOperation } from '../../../src/operations/families.js';
import { invoke, invokeStream } from '../../../src/operations/invoke.js';
import type { OperationContext } from '../../../src/operations/operation.js';
import { Runtime } from '../../../src/operations/runtime.js';
import {
  type IsolatedTmux,
  type IsolatedTmuxOptions,
  isolatedTmux,
} from '../../../src/testing/isolated-tmux.js';

/** What answers hold, of whatever operation. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at the fields of many shapes, and expect() checks them.
export type Answer = any;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly by?: Runtime;
  readonly progress?: (message: string) => void;
  /** Who asks, where a server has let them in. */
  readonly caller?: OperationContext['caller'];
}

/** The operations on a machine of its own: state folder, home, default tmux server, and one server on a socket. */
export interface OpenOperations extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly server: IsolatedTmux;
  readonly tmux: IsolatedTmux['tmux'];
  /** Address of the server. */
  readonly host: string;
  readonly folder: string;
  /** Another process's view. */
  another(): Runtime;
  call(name: string, input?: unknown, options?: CallOptions): Promise<Answer>;
  /** A call that has to fail, with its error. */
  fails(name: string, input?: unknown, options?: CallOptions): Promise<MuxError>;
  stream(name: string, input: unknown, signal: AbortSignal): AsyncGenerator<Answer, void, undefined>;
}

export interface OpenOperationsOptions extends IsolatedTmuxOptions {
  /** How the operations reach other hosts. */
  readonly reach?: HostOptions;
}

export async function openOperations(options: OpenOperationsOptions = {}): Promise<OpenOperations> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-operations-'));
  const environment = new Environment({
    MUXWRIGHT_HOME: join(folder, 'state'),
    // tmux looks for its default server in this folder, so that here it is one that nobody else uses.
    TMUX_TMPDIR: folder,
    HOME: join(folder, 'home'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    // No engine of this machine is anybody's business here.
    DOCKER_HOST: `unix://${folder}/no-engine.sock`,
    TMUX: undefined,
    TMUX_PANE: undefined,
  });
  await mkdir(join(folder, 'home'));
  const server = await isolatedTmux(options);
  // A login shell behind SSH would read the files of the user who runs the tests.
  if (options.address?.startsWith('ssh://'))
    await server.tmux.globalEnvironment.set('HOME', join(folder, 'home'));
  const opened: Runtime[] = [];
  const another = (): Runtime => {
    const runtime = new Runtime({ connect: { ...options.reach, commandTimeoutMs: 30_000 } });
    opened.push(runtime);
    return runtime;
  };
  const runtime = another();
  const context = ({ signal, by, progress, caller }: CallOptions): OperationContext => ({
    runtime: by ?? runtime,
    signal: signal ?? new AbortController().signal,
    progress: progress ?? (() => {}),
    caller,
  });
  const call: OpenOperations['call'] = async (name, input = {}, calling = {}) => {
    const operation = await findOperation(name);
    if (operation.kind !== 'call') throw new Error(`${name} gives a stream.`);
    return invoke(operation, input, context(calling));
  };

  return {
    runtime,
    server,
    tmux: server.tmux,
    host: server.address,
    folder,
    another,
    call,
    fails: async (name, input, calling) => {
      const error = await call(name, input, calling).then(
        (answer) => new Error(`It answered ${JSON.stringify(answer)}`),
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(MuxError);
      return error as MuxError;
    },
    async *stream(name, input, signal) {
      const operation = await findOperation(name);
      if (operation.kind !== 'stream') throw new Error(`${name} gives one answer.`);
      yield* invokeStream(operation, input, context({ signal }));
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await server.tmux.killServer().catch(() => {});
      await server[Symbol.asyncDispose]();
      // The default server, which operations without a host may have started.
      await promisify(execFile)('tmux', ['kill-server']).catch(() => {});
      environment.restore();
      // Shells write their history when they end.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** Variables of this process, until they are put back. */
class Environment {
  readonly #before: readonly (readonly [string, string | undefined])[];

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#before = Object.keys(variables).map((name) => [name, process.env[name]]);
    this.#set(Object.entries(variables));
  }

  restore(): void {
    this.#set(this.#before);
  }

  #set(variables: readonly (readonly [string, string | undefined])[]): void {
    for (const [name, value] of variables) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
