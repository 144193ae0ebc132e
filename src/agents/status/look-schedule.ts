import { statusDefaults } from './status-defaults.js';

export interface LookListener {
  /** The screen is to be looked at; `settled` where nothing is printed at the moment. */
  look(settled: boolean): void;
  /** Nothing has been printed for so long. */
  silence(quietMs: number): void;
}

/**
 * When to look at a pane: a moment after output has ceased, and while it goes on soon and then ever more seldom, down
 * to once a second; never without a reason. One timer runs on for all the output of a flood.
 */
export class LookSchedule {
  readonly #listener: LookListener;
  #lastOutputAt = performance.now();
  #lastLookAt = Number.NEGATIVE_INFINITY;
  /** When output began after the last quiet. */
  #begunAt = performance.now();
  #outputTimer: NodeJS.Timeout | undefined;
  #silenceTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(listener: LookListener) {
    this.#listener = listener;
  }

  output(): void {
    this.#lastOutputAt = performance.now();
    if (this.#outputTimer || this.#closed) return;
    clearTimeout(this.#silenceTimer);
    this.#begunAt = this.#lastOutputAt;
    this.#outputTimer = setTimeout(() => this.#check(), statusDefaults.quietMs);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#outputTimer);
    clearTimeout(this.#silenceTimer);
  }

  #check(): void {
    this.#outputTimer = undefined;
    const now = performance.now();
    const quiet = now - this.#lastOutputAt;
    const { quietMs, lookMs } = statusDefaults;
    const isQuiet = quiet >= quietMs - 1;
    const pause = Math.min(lookMs, Math.max(quietMs, (now - this.#begunAt) / 2));
    if (isQuiet || now - this.#lastLookAt >= pause - 1) {
      this.#lastLookAt = now;
      this.#listener.look(isQuiet);
    }
    if (isQuiet) return this.#tellSilence(0);
    this.#outputTimer = setTimeout(() => this.#check(), quietMs - quiet);
  }

  #tellSilence(step: number): void {
    const quietMs = Math.round(performance.now() - this.#lastOutputAt);
    const steps = [0, statusDefaults.silenceMs, statusDefaults.staleMs];
    // A timer may be a little early.
    const isDue = quietMs >= (steps[step] ?? 0);
    if (isDue) this.#listener.silence(quietMs);
    const nextStep = isDue ? step + 1 : step;
    const next = steps[nextStep];
    if (next === undefined || this.#closed) return;
    this.#silenceTimer = setTimeout(() => this.#tellSilence(nextStep), Math.max(0, next - quietMs) + 1);
    // Nobody's process shall stay for a silence.
    this.#silenceTimer.unref();
  }
}
