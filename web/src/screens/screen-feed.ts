import { call } from '../api/call.js';
import { feed } from '../api/events.js';
import { Store } from '../api/store.js';

/** A pane as others name it. */
export interface PaneAddress {
  readonly host: string;
  readonly paneId: string;
}

/** What a pane shows. */
export interface PaneScreen {
  /** With escape sequences for its look. */
  readonly ansi: string;
  readonly width: number;
  readonly height: number;
  /** Whether a full-screen program has it. */
  readonly alternate: boolean;
}

type Watched = PaneAddress & { readonly screen: Store<PaneScreen | undefined>; viewers: number };

/**
 * The screens of the panes that are seen now. Only those are asked for, in one question for many, and again when the
 * server says that they have changed.
 */
class ScreenFeed {
  readonly #watched = new Map<string, Watched>();
  readonly #dirty = new Set<string>();
  #isAsking = false;

  constructor() {
    feed.on(['sessions', 'again'], ({ host }) =>
      this.#mark((one) => host === undefined || one.host === host),
    );
  }

  /** The newest known screen of a pane; it changes while somebody watches it. */
  screen(pane: PaneAddress): Store<PaneScreen | undefined> {
    return this.#entry(pane).screen;
  }

  /** Keeps the screen of a pane up to date until what it gives is called. */
  watch(pane: PaneAddress): () => void {
    const one = this.#entry(pane);
    one.viewers += 1;
    if (one.viewers === 1) this.#mark((other) => other === one);
    return () => {
      one.viewers -= 1;
    };
  }

  #entry(pane: PaneAddress): Watched {
    const key = keyOf(pane);
    const one = this.#watched.get(key) ?? {
      ...pane,
      screen: new Store<PaneScreen | undefined>(undefined),
      viewers: 0,
    };
    this.#watched.set(key, one);
    return one;
  }

  #mark(isMeant: (one: Watched) => boolean): void {
    for (const [key, one] of this.#watched) {
      if (one.viewers > 0 && isMeant(one)) this.#dirty.add(key);
    }
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    // Those that come into view together are asked for together.
    await new Promise(requestAnimationFrame);
    while (this.#dirty.size > 0) {
      const batch = [...this.#dirty].slice(0, 20);
      for (const key of batch) this.#dirty.delete(key);
      await Promise.all(batch.map((key) => this.#refresh(key)));
    }
    this.#isAsking = false;
  }

  async #refresh(key: string): Promise<void> {
    const one = this.#watched.get(key);
    if (!one || one.viewers === 0) return;
    try {
      const { text, width, height, alternate } = await call('pane.screen', {
        target: one.paneId,
        host: one.host,
        format: 'ansi',
      });
      if (one.screen.value?.ansi !== text) one.screen.set({ ansi: text, width, height, alternate });
    } catch {
      // A pane that has just ended leaves the tree; its last screen stays until then.
    }
  }
}

export const screenFeed = new ScreenFeed();

function keyOf({ host, paneId }: PaneAddress): string {
  return `${host} ${paneId}`;
}
