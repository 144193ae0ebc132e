import { LookSchedule } from '../panes/index.js';
import { statusDefaults } from './status-defaults.js';

export interface LookListener {
  /** The screen is to be looked at; `settled` where nothing is printed at the moment. */
  look(settled: boolean): void;
  /** Nothing has been printed for so long. */
  silence(quietMs: number): void;
}

/**
 * When the screen of an agent is looked at: a moment after output has ceased, and while it continues soon and then ever more
 * seldom, down to once a second; never without a reason. One timer runs on for all the output of a flood.
 */
export class AgentLooks {
  readonly #listener: LookListener;
  readonly #schedule = new LookSchedule(() => this.#act());
  #lastOutputAt = performance.now();
  #lastLookAt = Number.NEGATIVE_INFINITY;
  /** When output began after the last quiet. */
  #begunAt = performance.now();
  #isPrinting = false;
  /** The silence that is told next. */
  #step = 0;

  constructor(listener: LookListener) {
    this.#listener = listener;
  }

  output(): void {
    this.#lastOutputAt = performance.now();
    if (this.#isPrinting) return;
    this.#isPrinting = true;
    this.#begunAt = this.#lastOutputAt;
    this.#schedule.plan(this.#lastOutputAt + statusDefaults.quietMs);
  }

  close(): void {
    this.#schedule[Symbol.dispose]();
  }

  #act(): void {
    if (this.#isPrinting) this.#check();
    else this.#tellSilence();
  }

  #check(): void {
    const now = performance.now();
    const quiet = now - this.#lastOutputAt;
    const { quietMs, lookMs } = statusDefaults;
    const isQuiet = quiet >= quietMs - 1;
    const pause = Math.min(lookMs, Math.max(quietMs, (now - this.#begunAt) / 2));
    this.#isPrinting = !isQuiet;
    if (isQuiet || now - this.#lastLookAt >= pause - 1) {
      this.#lastLookAt = now;
      this.#listener.look(isQuiet);
    }
    if (!isQuiet) return this.#schedule.plan(now + quietMs - quiet);
    this.#step = 0;
    this.#tellSilence();
  }

  #tellSilence(): void {
    const quietMs = Math.round(performance.now() - this.#lastOutputAt);
    const steps = [0, statusDefaults.silenceMs, statusDefaults.staleMs];
    // A timer may be a little early.
    const isDue = quietMs >= (steps[this.#step] ?? 0);
    if (isDue) {
      this.#step++;
      this.#listener.silence(quietMs);
    }
    const next = steps[this.#step];
    // The listener may have received something new.
    if (next === undefined || this.#isPrinting) return;
    // No process stays for a silence.
    this.#schedule.plan(this.#lastOutputAt + next + 1, { isPatient: true });
  }
}
