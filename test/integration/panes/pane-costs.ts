import { vi } from 'vitest';
import type { PaneFeed } from '../../../src/tmux/pane-events.js';
import type { Tmux } from '../../../src/tmux/tmux.js';

/** What it costs to watch panes: the captures that the server has made, and the subscriptions of its client. */
export class PaneCosts {
  readonly #tmux: Tmux;
  #subscriptions = 0;
  #counted = 0;

  private constructor(tmux: Tmux) {
    this.#tmux = tmux;
  }

  static async of(tmux: Tmux): Promise<PaneCosts> {
    const costs = new PaneCosts(tmux);
    await tmux.command('set-hook', '-g', 'after-capture-pane', "set-option -ag @captures 'x'");
    const feed = tmux.feed.bind(tmux);
    vi.spyOn(tmux, 'feed').mockImplementation(async (...args) => costs.#counting(await feed(...args)));
    return costs;
  }

  /** Those that exist now. */
  get subscriptions(): number {
    return this.#subscriptions;
  }

  /** The `capture-pane` commands since this was asked last: a screen takes two. */
  async captures(): Promise<number> {
    const [made = ''] = await this.#tmux.command('show-options', '-gqv', '@captures');
    const since = made.length - this.#counted;
    this.#counted = made.length;
    return since;
  }

  #counting(feed: PaneFeed): PaneFeed {
    this.#subscriptions++;
    let isOpen = true;
    const close = (): void => {
      if (isOpen) this.#subscriptions--;
      isOpen = false;
      feed.close();
    };
    return { ...feed, close };
  }
}
