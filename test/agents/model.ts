import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Deadline } from '../../src/model/deadline.js';
import type { ReplyDefaults } from './model-reply.js';
import type { ModelLogEntry } from './model-server.js';

export interface ModelOptions extends Partial<ReplyDefaults> {
  /** Keeps the requests themselves in the log. */
  readonly withBodies?: boolean;
  /** Words that the server is started behind, as those which give it a network of its own. */
  readonly prefix?: readonly string[];
}

interface ModelEvents {
  request: [entry: ModelLogEntry];
  /** The answer to the request of this number is over. */
  answered: [n: number];
}

/** For machines that are very busy. */
const PATIENCE_MS = 120_000;

/** A model server in a process of its own, and the log of what agents sent to it. It cannot outlive us. */
export class Model extends EventEmitter<ModelEvents> implements AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Every request, the oldest first. */
  readonly log: ModelLogEntry[] = [];
  readonly #child: ChildProcess;
  /** When the answers to requests were over, by the numbers of those. */
  readonly #answered = new Map<number, number>();

  private constructor(child: ChildProcess, url: string) {
    super();
    this.#child = child;
    this.url = url;
    this.pid = child.pid ?? 0;
  }

  static async start({ prefix = [], ...settings }: ModelOptions = {}): Promise<Model> {
    const program = fileURLToPath(new URL('model-main.ts', import.meta.url));
    const node = [process.execPath, '--import', 'tsx', program, JSON.stringify(settings)];
    const [command = '', ...args] = [...prefix, ...node];
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(child.stdout);
    const [first] = await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error('The model server did not start.'))),
    ]);
    const model = new Model(child, JSON.parse(first as string).url);
    lines.on('line', (line) => model.#hear(JSON.parse(line)));
    return model;
  }

  /** What the person's messages were, in the order in which the model saw them. */
  get prompts(): string[] {
    return this.log.filter(({ side }) => !side).flatMap(({ prompts }) => prompts);
  }

  /** Waits for a request that fits, looking at those from number `after` on. */
  async waitFor(
    fits: (entry: ModelLogEntry) => boolean,
    after = 0,
    timeoutMs = PATIENCE_MS,
  ): Promise<ModelLogEntry> {
    const entry = (): ModelLogEntry | undefined => this.log.find((one) => one.n > after && fits(one));
    return this.#until('request', entry, timeoutMs);
  }

  /** When the answer to the request of this number was over. */
  answeredAt(n: number): number | undefined {
    return this.#answered.get(n);
  }

  /** When the turn was over that went on all the time from one moment to another; `undefined` where none did. */
  endOfTurn(fromMs: number, toMs: number): number | undefined {
    const ends = this.log
      .filter(({ side, atMs }) => !side && atMs < fromMs)
      .map(({ n }) => this.#answered.get(n) ?? Number.POSITIVE_INFINITY);
    return ends.find((endMs) => endMs > toMs);
  }

  /** Waits until every request has its answer, and gives how many there were. */
  waitForAnswers(timeoutMs = PATIENCE_MS): Promise<number> {
    const all = (): number | undefined =>
      this.#answered.size === this.log.length ? this.log.length : undefined;
    return this.#until('answered', all, timeoutMs);
  }

  /** Waits until the model has seen exactly this message. */
  waitForPrompt(text: string, after = 0, timeoutMs = PATIENCE_MS): Promise<ModelLogEntry> {
    return this.waitFor(({ side, prompts }) => !side && prompts.includes(text), after, timeoutMs);
  }

  /** Waits until no request has come for so long. */
  async waitForSilence(silentMs: number): Promise<void> {
    for (;;) {
      const after = this.log.length;
      const more = await this.waitFor(() => true, after, silentMs).catch(() => undefined);
      if (!more) return;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }

  async #until<Found>(
    event: keyof ModelEvents,
    find: () => Found | undefined,
    timeoutMs: number,
  ): Promise<Found> {
    using deadline = new Deadline({ what: `The model server's ${event}`, timeoutMs });
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const listening = new AbortController();
      try {
        await deadline.race(once(this, event, { signal: listening.signal }));
      } finally {
        listening.abort();
      }
    }
  }

  #hear({ entry, answered }: { readonly entry?: ModelLogEntry; readonly answered?: number }): void {
    if (answered !== undefined) {
      this.#answered.set(answered, performance.timeOrigin + performance.now());
      this.emit('answered', answered);
    }
    if (!entry) return;
    this.log.push(entry);
    this.emit('request', entry);
  }
}
