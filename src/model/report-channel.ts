import { channel } from 'node:diagnostics_channel';
import { isMuxError } from './mux-error.js';

/** How something went, and how long it took. Neither what was asked nor what was answered is in it. */
export interface Report {
  /** What it was: `run.start`, `list-panes`, `select`. */
  readonly name: string;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  /** As `performance.now()` has it. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Whose it was. */
  readonly owner: unknown;
}

/**
 * Reports to the listeners in this process, over a channel of `node:diagnostics_channel`. Without listeners it
 * costs one comparison.
 *
 * @example
 * using _ = operationReports.listen(({ name, durationMs }) => console.log(name, durationMs));
 */
class ReportChannel {
  readonly #channel;

  constructor(name: string) {
    this.#channel = channel(name);
  }

  listen(listener: (report: Report) => void): Disposable {
    const heard = (message: unknown): void => listener(message as Report);
    this.#channel.subscribe(heard);
    return { [Symbol.dispose]: () => void this.#channel.unsubscribe(heard) };
  }

  /** Does something, and reports it. */
  async timed<T>(name: string, owner: unknown, work: () => Promise<T>): Promise<T> {
    if (!this.#channel.hasSubscribers) return work();
    const end = this.begin(name, owner);
    try {
      const done = await work();
      end();
      return done;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  /** Call what it gives when it is over, with the error that ended it. */
  begin(name: string, owner: unknown): (error?: unknown) => void {
    const startedAt = performance.now();
    return (error) => {
      if (!this.#channel.hasSubscribers) return;
      const outcome = error === undefined ? 'ok' : isMuxError(error) ? error.code : 'INTERNAL_ERROR';
      const durationMs = performance.now() - startedAt;
      this.#channel.publish({ name, outcome, startedAt, durationMs, owner } satisfies Report);
    };
  }
}

/** Operations, by whatever face; the owner is their runtime. */
export const operationReports = new ReportChannel('muxwright:operation');

/** Commands to tmux; the owner is the address of the server. */
export const tmuxReports = new ReportChannel('muxwright:tmux');

/** Statements to the store; the owner is its path. */
export const storeReports = new ReportChannel('muxwright:store');
