import type { StyledScreen } from '../../screen/index.js';
import { testDefaults } from '../test-defaults.js';
import type { ActionEntry } from './action-record.js';
import type { Check, Finding, Look, WaitEnd, WaitResult } from './finding.js';
import type { KernelLook } from './kernel-watch.js';
import type { Wake } from './terminal-feed.js';
import type { RunningProgram, TerminalState } from './terminal-state.js';

export type { Check, Finding, Look, WaitResult };

export interface WaitOptions {
  /** What it waits for, in the record. */
  readonly entry?: ActionEntry | undefined;
  /** Wait until it does not pass. */
  readonly isNot?: boolean;
  readonly timeoutMs?: number | undefined;
  readonly patienceMs?: number | undefined;
  /** Whether an action waits for its own moment: another one under way could still change something. */
  readonly isAction?: boolean;
  /** Whether the condition wants to know what the kernel says. */
  readonly needsKernel?: boolean;
}

/**
 * Looks whether something holds, and again whenever the terminal has changed: output, another size, the end of the
 * program. A burst of output costs one look. Only the kernel is asked after times without output.
 */
export async function waitUntil(
  state: TerminalState,
  check: Check,
  options: WaitOptions = {},
): Promise<WaitResult> {
  return new Wait(state, check, options).run();
}

class Wait {
  readonly #state: TerminalState;
  readonly #program: RunningProgram;
  readonly #check: Check;
  readonly #options: WaitOptions;
  readonly #timeoutMs: number;
  readonly #startedAt = performance.now();
  readonly #looks: Partial<Record<Wake, number>> = {};
  #kernel: KernelLook | undefined;
  #silence = 0;
  #blocked: { readonly wait: string | undefined; readonly since: number } | undefined;

  constructor(state: TerminalState, check: Check, options: WaitOptions) {
    this.#state = state;
    this.#program = state.program;
    this.#check = check;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? state.times.timeoutMs;
  }

  async run(): Promise<WaitResult> {
    const { feed, kernel } = this.#program;
    const { isNot = false, needsKernel = false } = this.#options;
    let wake: Wake = 'start';
    for (;;) {
      const seen = feed.changes;
      if (needsKernel && wake !== 'silence' && !feed.exit) this.#kernel = await kernel.ask();
      const { exit } = feed;
      const screen = await this.#state.screen();
      this.#looks[wake] = (this.#looks[wake] ?? 0) + 1;
      const quiet = feed.changes === seen;
      const finding = await this.#check({ screen, exit, kernel: exit ? undefined : this.#kernel, quiet });
      this.#state.trace?.looked(this.#options.entry, wake, screen, finding);
      const result = (end: WaitEnd): WaitResult => this.#result(end, finding, screen);
      if (!finding.undecided && finding.pass !== isNot) return result('passed');
      if (this.#leftMs() <= 0) return result('timeout');
      if (feed.changes !== seen) {
        wake = this.#woken(feed.lastWake);
        continue;
      }
      if (finding.hopeless !== undefined && !isNot) return result('hopeless');
      if (exit) return result('ended');
      const next = await this.#next(seen);
      if (next === 'timeout' || next === 'stuck') return result(next);
      wake = next;
    }
  }

  /** Waits for the next reason to look. */
  async #next(seen: number): Promise<Wake | 'timeout' | 'stuck'> {
    const { feed, kernel } = this.#program;
    for (;;) {
      const woken = await feed.next(seen, Math.min(this.#silenceMs(), this.#leftMs()));
      if (woken) return this.#woken(woken);
      if (this.#leftMs() <= 0) return 'timeout';
      this.#silence++;
      this.#kernel = await kernel.ask();
      if (feed.changes !== seen) return this.#woken(feed.lastWake);
      if ((await this.#isStuck()) && !(await this.#hasMore(seen))) return 'stuck';
      if (this.#options.needsKernel) return 'silence';
    }
  }

  /** On a busy machine tmux may not yet have read what a program has printed that waits since. */
  async #hasMore(seen: number): Promise<boolean> {
    const { feed, pane } = this.#program;
    for (let passes = 0; passes < 2 && feed.changes === seen; passes++)
      await pane.tmux.request([['display-message', '-p', '-t', pane.id, '']]).catch(() => undefined);
    return feed.changes !== seen;
  }

  #woken(wake: Wake): Wake {
    this.#silence = 0;
    this.#blocked = undefined;
    return wake;
  }

  #silenceMs(): number {
    const { silencesMs } = testDefaults;
    const pauseMs = silencesMs[Math.min(this.#silence, silencesMs.length - 1)] ?? 0;
    if (!this.#blocked) return pauseMs;
    const left = this.#patienceMs - (performance.now() - this.#blocked.since);
    return left > 0 ? Math.min(pauseMs, left + 1) : pauseMs;
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? this.#state.times.patienceMs;
  }

  /** Whether the program has been blocked in the same read for so long, and nothing else can print. */
  async #isStuck(): Promise<boolean> {
    const patienceMs = this.#patienceMs;
    const { state, confidence, timeoutMs, wait } = this.#kernel ?? {};
    const isBlocked = state === 'waiting' && confidence === 'certain' && timeoutMs === undefined;
    if (patienceMs <= 0 || !isBlocked || this.#state.acting > (this.#options.isAction ? 1 : 0)) {
      this.#blocked = undefined;
      return false;
    }
    if (!this.#blocked || this.#blocked.wait !== wait) this.#blocked = { wait, since: performance.now() };
    if (performance.now() - this.#blocked.since < patienceMs) return false;
    return this.#program.kernel.nothingElseCanPrint();
  }

  #leftMs(): number {
    return this.#timeoutMs - (performance.now() - this.#startedAt);
  }

  #result(end: WaitEnd, finding: Finding, screen: StyledScreen): WaitResult {
    const result = {
      end,
      finding,
      screen,
      kernel: this.#kernel,
      exit: this.#program.feed.exit,
      elapsedMs: performance.now() - this.#startedAt,
      timeoutMs: this.#timeoutMs,
      looks: this.#looks,
    };
    this.#state.trace?.waited(this.#options.entry, result);
    return result;
  }
}
