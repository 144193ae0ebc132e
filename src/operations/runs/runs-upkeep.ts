import { PatientTimer } from '../../model/index.js';
import { defined } from '../defined.js';
import type { Runtime } from '../runtime.js';

/**
 * What a server does about runs that have ended: it removes what the configuration does not keep, and the pipes of runs
 * that were killed; when it starts, every hour, and when the configuration changes. Windows stay as they are.
 */
export class RunsUpkeep implements AsyncDisposable {
  readonly #runtime: Runtime;
  readonly #onTrouble: (error: unknown) => void;
  #closed = false;
  #working: Promise<void> | undefined;
  #again = false;
  #timer: PatientTimer | undefined;

  constructor(runtime: Runtime, onTrouble: (error: unknown) => void) {
    this.#runtime = runtime;
    this.#onTrouble = onTrouble;
  }

  /** Begins to clean up, without waiting for it: a host may take long. */
  start(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#timer?.[Symbol.dispose]();
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      await this.#prune().catch(this.#onTrouble);
    }
    if (this.#closed) return;
    this.#timer?.[Symbol.dispose]();
    this.#timer = new PatientTimer(EVERY_MS, () => this.start());
  }

  async #prune(): Promise<void> {
    const store = await this.#runtime.store();
    const { maxTotalBytes: maxBytes, ...limits } = (await this.#runtime.config()).runs;
    const policy = defined({ ...limits, maxBytes });
    const hosts = await store.runs.hosts();
    const removed = await Promise.all(
      hosts
        .map(async ({ host }) => {
          const [runs, tmux] = await this.#runtime.runsAt(host);
          return (await runs.prune(policy, { host: tmux, keepPanes: true })).runs.length;
        })
        .map((pruning) => pruning.catch(() => 0)),
    );
    if (removed.some((count) => count > 0)) await store.shrink();
  }
}

const EVERY_MS = 3_600_000;
