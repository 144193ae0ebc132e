import { sourceLine } from './source-line.js';
import type { TerminalOptions } from './terminal/launch-options.js';
import { Terminal } from './terminal/terminal.js';
import { leaseServer, type ServerLease } from './terminal/test-server.js';
import { afterClose, beforeClose } from './trace/end-test.js';
import type { SavedTrace } from './trace/save-trace.js';
import { type TestEnd, type TestFacts, TestTrace } from './trace/test-trace.js';
import { traceSettings } from './trace/trace-options.js';

/** The tmux servers that a worker of a runner has needed: they stay until it ends, so that a test starts none. */
export class WorkerServers implements AsyncDisposable {
  readonly #leases = new Map<string, Promise<ServerLease>>();

  /** Keeps the server for these options. Where it cannot be had, the terminal that needs it says so. */
  async keep({ on = 'local', connect = {} }: TerminalOptions): Promise<void> {
    const key = JSON.stringify([on, connect]);
    const lease = this.#leases.get(key) ?? leaseServer(on, connect);
    this.#leases.set(key, lease);
    await lease.catch(() => this.#leases.delete(key));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const leases = await Promise.allSettled(this.#leases.values());
    this.#leases.clear();
    for (const lease of leases) if (lease.status === 'fulfilled') await lease.value[Symbol.asyncDispose]();
  }
}

/** The terminals of one test: all are closed with it. */
export class TestTerminals {
  readonly #servers: WorkerServers;
  readonly #options: TerminalOptions;
  readonly #test: TestTrace;
  readonly #open: Terminal[] = [];

  constructor(servers: WorkerServers, options: TerminalOptions, test: TestFacts) {
    this.#servers = servers;
    this.#options = options;
    this.#test = new TestTrace(traceSettings(options.trace, 'retain-on-failure'), test);
  }

  /** One in which nothing runs yet. */
  terminal(options: TerminalOptions = {}): Terminal {
    const terminal = new Terminal({ ...this.#options, ...options }, this.#test);
    this.#open.push(terminal);
    return terminal;
  }

  /** One with a program in it. */
  readonly launch = async (command: readonly string[], options: TerminalOptions = {}): Promise<Terminal> => {
    const source = sourceLine();
    await this.keepServer(options);
    const terminal = this.terminal(options);
    await terminal.start(command, {}, source);
    return terminal;
  };

  keepServer(options: TerminalOptions = {}): Promise<void> {
    return this.#servers.keep({ ...this.#options, ...options });
  }

  /** Closes all of them, and writes the trace where it is wanted. Throws what soft expectations have found. */
  async end({ error }: TestEnd): Promise<SavedTrace | undefined> {
    const soft = this.#open.flatMap(({ state }) => state.softFailures.map(({ message }) => message));
    const end = { error: error ?? (soft.length > 0 ? soft.join('\n\n') : undefined) };
    let before: unknown;
    await beforeClose(this.#test, this.#open, end).catch((failure: unknown) => {
      before = failure;
    });
    const ends = await Promise.allSettled(this.#open.map((terminal) => terminal.close()));
    const saved = await afterClose(this.#test, end);
    const failed = ends.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (before !== undefined) failed.push(before);
    if (failed.length > 1) throw new AggregateError(failed, failed.map(String).join('\n\n'));
    if (failed.length === 1) throw failed[0];
    return saved;
  }
}
