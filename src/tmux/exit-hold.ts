import type { TmuxContext } from './context.js';
import {
  type HoldToken,
  holdCommands,
  holdNeeded,
  holdQuestions,
  LEASE_RENEWED_MS,
  leaseCommands,
  newHold,
  releaseCommand,
} from './exit-hold-commands.js';
import type { HeldPane } from './held-panes.js';
import type { Command } from './quote.js';

export interface HoldablePane {
  readonly id: string;
  readonly tmux: TmuxContext;
}

/**
 * Keeps a pane when its program ends, so that it can be read to the end: tmux drops with a pane what it has not sent to its
 * clients yet. People notice nothing but that the pane closes some milliseconds later.
 */
export class ExitHold implements AsyncDisposable {
  readonly #tmux: TmuxContext;
  readonly #hold: HoldToken;
  readonly #held: HeldPane;
  readonly #renewing: NodeJS.Timeout;
  #leases = 0;
  #released: Promise<void> | undefined;

  /**
   * `undefined` for a pane that stays by itself.
   *
   * @param onDeath called when a program has ended, of this pane or another one that is held
   */
  static async take(pane: HoldablePane, onDeath: () => void): Promise<ExitHold | undefined> {
    const { tmux } = pane;
    const own = holdNeeded(pane.id, await tmux.request(holdQuestions(pane.id)));
    if (own === undefined) return undefined;
    const hold = new ExitHold(tmux, newHold(pane.id), onDeath);
    try {
      await tmux.request([...holdCommands(hold.#hold, own, tmux.held.channel), ...hold.#lease()]);
      return hold;
    } catch (error) {
      await hold.release();
      throw error;
    }
  }

  private constructor(tmux: TmuxContext, hold: HoldToken, onDeath: () => void) {
    this.#tmux = tmux;
    this.#hold = hold;
    this.#held = { died: onDeath, release: () => this.release() };
    tmux.held.add(this.#held);
    this.#renewing = setInterval(() => {
      this.#tmux.request(this.#lease()).catch(() => {});
    }, LEASE_RENEWED_MS);
    this.#renewing.unref();
  }

  /** Everything is as it was. A pane whose program has ended closes. */
  release(): Promise<void> {
    this.#released ??= this.#undo();
    return this.#released;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  #lease(): Command[] {
    return leaseCommands(this.#hold, ++this.#leases);
  }

  async #undo(): Promise<void> {
    clearInterval(this.#renewing);
    // Where the pane is gone there is nothing to undo; where the connection is, the server does so by itself.
    await this.#tmux.request([releaseCommand(this.#hold)]).catch(() => {});
    this.#tmux.held.remove(this.#held);
  }
}
