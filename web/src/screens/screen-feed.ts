import { call } from '../api/call.js';
import { feed } from '../api/events.js';
import { Store } from '../api/store.js';
import { type Activity, ActivityStream } from './activity-stream.js';
import { Paced } from './paced.js';

/** A pane as others name it, and the window that it is in. */
export interface PaneAddress {
  readonly host: string;
  readonly paneId: string;
  readonly windowId: string;
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

interface Watched extends PaneAddress {
  readonly screen: Store<PaneScreen | undefined>;
  viewers: number;
}

/** How many are asked for at once: about what a large page shows. */
const batchSize = 40;

/**
 * The screens of the panes that are seen now. Only those are asked for, and again when the server says that their
 * windows have printed something.
 */
class ScreenFeed {
  readonly #watched = new Map<string, Watched>();
  readonly #dirty = new Set<string>();
  readonly #activity = new ActivityStream((activity) => this.#heard(activity));
  #isAsking = false;

  constructor() {
    feed.on(['sessions'], (event) => this.#mark((one) => one.host === event?.host));
    feed.on(['again'], () => this.#mark(() => true));
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
    this.#follow();
    return () => {
      one.viewers -= 1;
      this.#follow();
    };
  }

  #entry(pane: PaneAddress): Watched {
    const key = `${pane.host} ${pane.windowId} ${pane.paneId}`;
    const one = this.#watched.get(key) ?? {
      ...pane,
      screen: new Store<PaneScreen | undefined>(undefined),
      viewers: 0,
    };
    this.#watched.set(key, one);
    return one;
  }

  #follow(): void {
    this.#activity.follow(
      [...this.#watched.values()].filter((one) => one.viewers > 0).map(({ host }) => host),
    );
  }

  /** The first message of a stream has no windows: everything may have changed before it. */
  #heard({ host, windows }: Activity): void {
    this.#mark((one) => one.host === host && (windows.length === 0 || windows.includes(one.windowId)));
  }

  #mark(isMeant: (one: Watched) => boolean): void {
    for (const [key, one] of this.#watched) {
      if (one.viewers > 0 && isMeant(one)) this.#dirty.add(key);
    }
    if (!this.#isAsking && this.#dirty.size > 0) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    // Those that come into view together are asked for together.
    await new Promise(requestAnimationFrame);
    while (this.#dirty.size > 0) {
      const batch = [...this.#dirty].slice(0, batchSize);
      for (const key of batch) this.#dirty.delete(key);
      const byHost = new Map<string, Watched[]>();
      for (const key of batch) {
        const one = this.#watched.get(key);
        if (one && one.viewers > 0) byHost.set(one.host, [...(byHost.get(one.host) ?? []), one]);
      }
      await Promise.all([...byHost].map(([host, panes]) => refresh(host, panes)));
    }
    this.#isAsking = false;
  }
}

const changes = new Paced();

async function refresh(host: string, panes: readonly Watched[]): Promise<void> {
  try {
    const ids = [...new Set(panes.map(({ paneId }) => paneId))];
    const { screens } = await call('pane.screens', { host, panes: ids });
    for (const { paneId, lines, cols: width, rows: height, alternate } of screens) {
      const ansi = lines.join('\n');
      for (const { screen, windowId } of panes.filter((one) => one.paneId === paneId)) {
        if (screen.value?.ansi === ansi) continue;
        // Many that change together would take longer than a frame lasts.
        changes.add(`${host} ${windowId} ${paneId}`, () => screen.set({ ansi, width, height, alternate }));
      }
    }
  } catch {
    // A host that does not answer keeps its last screens; the tree says what is wrong with it.
  }
}

export const screenFeed = new ScreenFeed();
