import type { Tmux } from '../tmux/index.js';
import type { AgentSignal } from './agent-signal.js';
import { checkHealth } from './health/check-health.js';
import { statusDefaults } from './status-defaults.js';

export interface ProcessCheckOptions {
  readonly tmux: Tmux;
  readonly paneId: string;
  /** The programs of the agent; none where any program is meant. */
  readonly programs: readonly string[];
  /** Whether it is known that the agent has been there. */
  readonly seen: boolean;
  tell(signal: AgentSignal): void;
}

/** Looks whether the process of an agent is there, not more often than once a second, however often it is asked. */
export class ProcessCheck {
  readonly #options: ProcessCheckOptions;
  #checking: Promise<void> | undefined;
  #isLooking = false;
  #again = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #seen: boolean;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(options: ProcessCheckOptions) {
    this.#options = options;
    this.#seen = options.seen;
  }

  check(): Promise<void> {
    // What is being looked at may have been so before that for which it is asked now.
    if (this.#isLooking) this.#again = true;
    this.#checking ??= this.#checkSoon().finally(() => {
      this.#checking = undefined;
      this.#isLooking = false;
      if (this.#again && !this.#closed) void this.check();
    });
    return this.#checking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake?.();
    await this.#checking;
  }

  async #checkSoon(): Promise<void> {
    const wait = this.#checkedAt + statusDefaults.lookMs - performance.now();
    if (wait > 0) await this.#sleep(wait);
    if (this.#closed) return;
    this.#isLooking = true;
    this.#again = false;
    this.#checkedAt = performance.now();
    const { tmux, paneId, programs, tell } = this.#options;
    const health = await checkHealth(tmux, paneId, { programs }).catch(() => undefined);
    if (this.#closed || !health) return;
    if (!health.available || health.dead) return tell({ type: 'exit', detail: health.evidence });
    const running = programs.length === 0 || health.running;
    // A program that was never recognised may be there all the same.
    if (!running && !this.#seen) return;
    this.#seen = true;
    tell({ type: 'process', running, detail: health.evidence });
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
