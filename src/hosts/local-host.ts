import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type HostAddress, MuxError } from '../model/index.js';
import { childEnvironment } from './child-environment.js';
import { ChildStream } from './child-stream.js';
import {
  type Host,
  type HostFiles,
  type HostStream,
  hostDefaults,
  type OpenStreamOptions,
  type ProgramResult,
  type RunProgramOptions,
  type ScriptOptions,
} from './host.js';
import type { HostOptions } from './host-options.js';
import { lifeline } from './lifeline.js';
import { LocalFiles } from './local-files.js';
import { runChild } from './run-child.js';
import { ScriptShells, SHELL_ARGV } from './script-shells.js';
import { spawnError } from './spawn-error.js';
import { spawnPiped } from './spawn-piped.js';

/** This machine. */
export class LocalHost implements Host {
  readonly address: HostAddress;
  readonly files: HostFiles = new LocalFiles();
  readonly #streams = new Set<HostStream>();
  /** In groups of their own, which they end together with the scripts. */
  readonly #shells: ScriptShells;
  readonly #timeoutMs: number;
  readonly #background: boolean;
  #closed = false;

  constructor(
    address: HostAddress,
    { timeoutMs = hostDefaults.timeoutMs, background = false }: HostOptions = {},
  ) {
    this.address = address;
    this.#timeoutMs = timeoutMs;
    this.#background = background;
    const open = (): Promise<HostStream> => this.#start(SHELL_ARGV, {});
    this.#shells = new ScriptShells(open, 'local', timeoutMs);
  }

  run(argv: readonly string[], options: RunProgramOptions = {}): Promise<ProgramResult> {
    return runChild(argv, { timeoutMs: this.#timeoutMs, ...options }, (program) =>
      spawnError(program, 'local'),
    );
  }

  script(script: string, args: readonly string[] = [], options: ScriptOptions = {}): Promise<ProgramResult> {
    return this.#shells.run(script, args, options);
  }

  open(argv: readonly string[], options: OpenStreamOptions = {}): Promise<HostStream> {
    return this.#start(argv, options);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#shells.close();
    await Promise.all([...this.#streams].map((stream) => stream.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(argv: readonly string[], options: OpenStreamOptions): Promise<HostStream> {
    if (this.#closed) throw new MuxError('CLOSED', 'The host was closed.');
    const child = await start(argv, options);
    const { pid = 0 } = child;
    lifeline.guard(pid);
    const stream = new ChildStream(child);
    if (this.#background) stream.unref();
    this.#streams.add(stream);
    void stream.closed.then(() => {
      lifeline.release(pid);
      this.#streams.delete(stream);
    });
    return stream;
  }
}

function start(argv: readonly string[], options: OpenStreamOptions): Promise<ChildProcessWithoutNullStreams> {
  const [program = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(spawnError(program, 'local')(error as NodeJS.ErrnoException));
    try {
      const child = spawnPiped(program, args, {
        env: childEnvironment(options.env),
        // In a group of its own: Ctrl-C at the keyboard is for us, and we close what we opened in order.
        detached: true,
      });
      child.once('spawn', () => resolve(child));
      child.once('error', fail);
    } catch (error) {
      fail(error);
    }
  });
}
