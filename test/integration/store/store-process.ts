import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CompiledSource } from '../compiled-source.js';

const fixture = fileURLToPath(new URL('./fixtures/use-store.mjs', import.meta.url));

export interface StoreProcessOptions {
  readonly source: CompiledSource;
  readonly path: string;
  readonly job: string;
  readonly number?: number;
  /** Where a store with a URL keeps its files. */
  readonly home?: string;
  /** Its name in a store that several machines have. */
  readonly machine?: string;
  /** How far its clock is ahead. */
  readonly skewMs?: number;
  /** Gives up the rights of root before the store is opened. */
  readonly asNobody?: boolean;
  /** What starts Node: `['unshare', '-rm', …]`. */
  readonly prefix?: readonly string[];
}

/** A process that does a job on a store. */
export class StoreProcess implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(options: StoreProcessOptions) {
    const { source, path, home, job, number = 0, asNobody = false, prefix = [] } = options;
    const { machine, skewMs = 0 } = options;
    const argv = [...prefix, process.execPath, fixture, source.index, path, job, String(number)];
    this.#child = spawn(argv[0] ?? '', argv.slice(1), {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        AS_NOBODY: asNobody ? '1' : '0',
        ...(home && { MUXWRIGHT_HOME: home }),
        ...(machine && { MUXWRIGHT_MACHINE: machine }),
        SKEW_MS: String(skewMs),
      },
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line that it prints. */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`The process ended with ${this.#child.exitCode ?? this.#child.signalCode}.`);
    return value;
  }

  begin(): void {
    this.#child.stdin.end('begin\n');
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

/** All results of processes that began at the same moment. */
export async function together(processes: readonly StoreProcess[]): Promise<unknown[]> {
  for (const process of processes) await process.line();
  for (const process of processes) process.begin();
  return Promise.all(processes.map(async (process): Promise<unknown> => JSON.parse(await process.line())));
}
