import type { Deadline } from '../model/index.js';
import { observerOf } from '../panes/index.js';
import { type HookSignal, type ProgramSignal, readSignals, type SignalSource } from '../status/index.js';
import { type Changes, type Pane, type PaneSink, watchChanges } from '../tmux/index.js';

export interface HeardSignal {
  readonly signal: ProgramSignal | HookSignal;
  readonly at: number;
}

interface Heard {
  readonly signals: HeardSignal[];
  outputAt: number;
  /** Whether output is told as it comes. */
  isLive: boolean;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Hears what a pane prints and what its program tells, from before the first key on. */
export class PaneEar implements Disposable {
  readonly #changes: Changes;
  readonly #heard: Heard;
  readonly #stop: () => void;
  #lastWait: { readonly promise: Promise<void>; done: boolean } | undefined;

  private constructor(changes: Changes, heard: Heard, stop: () => void) {
    this.#changes = changes;
    this.#heard = heard;
    this.#stop = stop;
  }

  /** Resolves when nothing is missed any more. */
  static async listen(pane: Pane, deadline: Deadline, signals: SignalSource | undefined): Promise<PaneEar> {
    const heard: Heard = { signals: [], outputAt: Number.NEGATIVE_INFINITY, isLive: false };
    let wake = (): void => {};
    const hear = (signal: ProgramSignal | HookSignal): void => {
      heard.signals.push({ signal, at: performance.now() });
    };
    const subscribe = async (sink: PaneSink): Promise<() => void> => {
      wake = () => sink.output(Buffer.alloc(0));
      const feed = await readSignals(observerOf(pane), {
        ...sink,
        output: (data, told) => {
          heard.outputAt = performance.now();
          for (const signal of told) hear(signal);
          sink.output(data);
        },
      });
      heard.isLive = true;
      return () => feed.close();
    };
    const changes = await watchChanges({ subscribe }, deadline, true);
    if (!signals) return new PaneEar(changes, heard, () => {});
    const watching = signals.watch(pane.id, (signal) => {
      hear(signal);
      wake();
    });
    try {
      return new PaneEar(changes, heard, await deadline.race(watching));
    } catch (error) {
      changes[Symbol.dispose]();
      watching.then(
        (stop) => stop(),
        () => {},
      );
      throw error;
    }
  }

  /** What the program told since a moment of `performance.now()`. */
  since(at: number): readonly HeardSignal[] {
    return this.#heard.signals.filter((one) => one.at >= at);
  }

  /** The last thing that the program told about its state. */
  lastStatus(): HeardSignal | undefined {
    return this.#heard.signals.findLast(({ signal }) => signal.type === 'status');
  }

  /** Whether the pane printed something since then; where that cannot be followed, it may have. */
  hasOutputSince(at: number): boolean {
    return !this.#heard.isLive || this.#heard.outputAt >= at;
  }

  /** Forgets the changes up to now: call it before a look, so that what comes during it counts. */
  reset(): void {
    this.#changes.reset();
  }

  /** Resolves at the next change after `reset`, or after `ms` with `false`. */
  async next(ms: number): Promise<boolean> {
    const change = this.#change().then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.min(ms, LONGEST_TIMER_MS));
    });
    return Promise.race([change, late]).finally(() => clearTimeout(timer));
  }

  /** A wait that timed out is still waiting, and is used again. */
  #change(): Promise<void> {
    if (this.#lastWait && !this.#lastWait.done) return this.#lastWait.promise;
    const wait = { promise: this.#changes.next(), done: false };
    void wait.promise.then(() => {
      wait.done = true;
    });
    this.#lastWait = wait;
    return wait.promise;
  }

  [Symbol.dispose](): void {
    this.#changes[Symbol.dispose]();
    this.#stop();
  }
}
