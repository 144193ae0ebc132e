import { setTimeout as pause } from 'node:timers/promises';
import { Coalesced, type Deferred, deferred } from '../model/index.js';
import type { StyledScreen } from '../screen/index.js';
import {
  type Pane,
  type PaneCloseReason,
  type PaneFeed,
  type PaneSink,
  stateCommand,
  type TmuxContext,
} from '../tmux/index.js';

/** The one observer of a pane in this process, for all that watch it over the same connection. */
export function observerOf(pane: Pane): PaneObserver {
  const ofServer = observers.get(pane.tmux) ?? new Map<string, WeakRef<PaneObserver>>();
  observers.set(pane.tmux, ofServer);
  const known = ofServer.get(pane.id)?.deref();
  if (known?.pane.isSameServer(pane)) return known;
  for (const [id, observer] of ofServer) if (!observer.deref()) ofServer.delete(id);
  const observer = new PaneObserver(pane);
  ofServer.set(pane.id, new WeakRef(observer));
  return observer;
}

/** Weak, because nobody says when it is done with an observer. One that has listeners is held by their subscription. */
const observers = new WeakMap<TmuxContext, Map<string, WeakRef<PaneObserver>>>();

/**
 * What a pane prints and shows, for any number of listeners: one subscription, which exists as long as somebody listens,
 * and one capture of a screen for all that look at it before anything else is printed.
 *
 * @example
 * const observer = observerOf(pane);
 * const feed = await observer.listen({ output: () => schedule.want(150), gap, closed });
 * const { rows } = await observer.screen();
 * feed.close();
 */
export class PaneObserver {
  /** @internal */
  readonly pane: Pane;
  readonly #listeners = new Set<Listening>();
  readonly #looks = new Coalesced(() => this.#look());
  readonly #readings = new Map<string, Reading<unknown>>();
  #subscription: Subscription | undefined;
  #known: KnownScreen | undefined;
  /** Counts all that may have changed the screen. */
  #changes = 0;
  #isFencing = false;

  /** @internal Use `observerOf`. */
  constructor(pane: Pane) {
    this.pane = pane;
  }

  /**
   * Notifies the listener of changes of the pane until the returned handle is closed; resolves when nothing is
   * missed any more. Rejects if the pane does not exist, or cannot be followed. Every listener is notified once of
   * the end of the pane.
   */
  async listen(sink: PaneSink): Promise<PaneFeed> {
    // Its own object: the same sink may listen twice.
    const listening: Listening = { sink };
    this.#listeners.add(listening);
    this.#subscription ??= this.#subscribe();
    const subscription = this.#subscription;
    try {
      const feed = await subscription.opening;
      if (sink.dead) feed.watchDeath();
      await subscription.lost?.promise;
      return {
        look: (commands, moment, options) => feed.look(commands, moment, options),
        settle: () => feed.settle(),
        watchDeath: () => feed.watchDeath(),
        close: () => this.#leave(listening),
      };
    } catch (error) {
      this.#leave(listening);
      throw error;
    }
  }

  /**
   * The same for one that wants to know what a reader finds in the output. All listeners that name the same reader share
   * it, so that output is read once, however many want to know.
   *
   * @param name of what is looked for
   * @param make makes the reader, for the first of them
   */
  async read<Item>(name: string, make: () => OutputReader<Item>, sink: ReadingSink<Item>): Promise<PaneFeed> {
    const reading = this.#readings.get(name) ?? new Reading<unknown>(make());
    this.#readings.set(name, reading);
    reading.readers++;
    const leave = once(() => {
      reading.readers--;
      if (reading.readers === 0) this.#readings.delete(name);
    });
    try {
      const feed = await this.listen({
        ...sink,
        // All listeners that read by this name made the same reader.
        output: (data) => sink.output(data, reading.read(data) as readonly Item[]),
        gap: (reason) => {
          reading.reset();
          sink.gap(reason);
        },
        closed: (reason) => {
          leave();
          sink.closed(reason);
        },
      });
      return {
        ...feed,
        close: () => {
          leave();
          feed.close();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /**
   * The current screen of the pane. It includes all output delivered to the listeners, and while nothing is
   * printed all callers get the same object.
   */
  screen(): Promise<StyledScreen> {
    return this.#looks.run();
  }

  #subscribe(): Subscription {
    const subscription: Subscription = {
      opening: this.pane.feed(this.#sink(() => this.#subscription === subscription && subscription)),
      feed: undefined,
      lost: undefined,
    };
    subscription.opening.then(
      (feed) => {
        subscription.feed = feed;
        // All may have left meanwhile.
        if (this.#subscription !== subscription) feed.close();
      },
      () => this.#drop(subscription),
    );
    return subscription;
  }

  /** @param current the subscription, as long as it is the one that counts */
  #sink(current: () => Subscription | false): PaneSink {
    const listeners = this.#listeners;
    return {
      output: (data) => {
        if (!current()) return;
        this.#changes++;
        for (const { sink } of listeners) sink.output(data);
      },
      lost: () => {
        const subscription = current();
        if (!subscription) return;
        subscription.lost ??= deferred();
        for (const { sink } of listeners) sink.lost?.();
      },
      gap: (reason) => {
        const subscription = current();
        if (!subscription) return;
        this.#changes++;
        const { lost } = subscription;
        subscription.lost = undefined;
        for (const { sink } of listeners) sink.gap(reason);
        lost?.resolve();
      },
      resized: () => {
        if (!current()) return;
        this.#changes++;
        for (const { sink } of listeners) sink.resized?.();
      },
      closed: (reason) => {
        const subscription = current();
        if (subscription) this.#end(subscription, reason);
      },
      // Read again where the subscription moves to another session, by which time somebody may want to know.
      get dead() {
        const wanted = [...listeners].some(({ sink }) => sink.dead);
        if (!wanted) return undefined;
        return () => {
          for (const { sink } of listeners) sink.dead?.();
        };
      },
    };
  }

  #end(subscription: Subscription, reason: PaneCloseReason): void {
    this.#drop(subscription);
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const { sink } of listeners) sink.closed(reason);
    subscription.lost?.resolve();
  }

  #leave(listening: Listening): void {
    if (!this.#listeners.delete(listening) || this.#listeners.size > 0) return;
    const subscription = this.#subscription;
    if (!subscription) return;
    this.#drop(subscription);
    subscription.feed?.close();
  }

  #drop(subscription: Subscription): void {
    if (this.#subscription !== subscription) return;
    this.#subscription = undefined;
    this.#known = undefined;
  }

  async #look(): Promise<StyledScreen> {
    const known = this.#current();
    if (known) {
      const limit = new AbortController();
      const late = pause(FENCE_MS, false, { signal: limit.signal }).catch(() => false);
      const isSame = await Promise.race([this.#isStillShown(known), late]);
      limit.abort();
      if (isSame) return known.screen;
    }
    const subscription = this.#live();
    const changes = this.#changes;
    const { screen, state } = await this.pane.lookAtScreen();
    // What is printed during a capture may not be in it.
    const isKept = subscription !== undefined && subscription === this.#live();
    this.#known = isKept ? { screen, state, changes } : undefined;
    return screen;
  }

  /**
   * Whether a screen is still that of the pane: tmux answers on the connection that carries the output, behind all that
   * was printed. What changes without being printed, as a title or a mode may, changes the state.
   */
  async #isStillShown(known: KnownScreen): Promise<boolean> {
    // An answer that has not come waits behind the output of other panes: a capture is faster than another question.
    if (this.#isFencing) return false;
    this.#isFencing = true;
    let isSame = false;
    try {
      await this.#live()?.feed?.look(
        [stateCommand(this.pane.id)],
        ({ bodies: [state], exact }) => {
          isSame = exact && this.#current() === known && state?.equals(known.state) === true;
        },
        { tries: 1 },
      );
    } catch {
      // The connection broke, or the pane is gone: a capture tells.
    } finally {
      this.#isFencing = false;
    }
    return isSame;
  }

  #current(): KnownScreen | undefined {
    return this.#live() && this.#known?.changes === this.#changes ? this.#known : undefined;
  }

  /** The subscription, where it misses nothing. */
  #live(): Subscription | undefined {
    const subscription = this.#subscription;
    return subscription?.feed && !subscription.lost ? subscription : undefined;
  }
}

/** Finds something in the output of a pane, which comes in pieces that are cut anywhere. */
export interface OutputReader<Item> {
  push(data: Buffer): readonly Item[];
  /** Bytes are missing: what was begun before will not be completed. */
  reset(): unknown;
}

export interface ReadingSink<Item> extends Omit<PaneSink, 'output'> {
  /** @param items what the reader found when this piece was added */
  output(data: Buffer, items: readonly Item[]): void;
}

/** A reader and what it found last, for all listeners that are given the same piece of output. */
class Reading<Item> {
  readonly #reader: OutputReader<Item>;
  #data: Buffer | undefined;
  #items: readonly Item[] = [];
  readers = 0;

  constructor(reader: OutputReader<Item>) {
    this.#reader = reader;
  }

  read(data: Buffer): readonly Item[] {
    if (data !== this.#data) {
      this.#data = data;
      this.#items = this.#reader.push(data);
    }
    return this.#items;
  }

  reset(): void {
    this.#data = undefined;
    this.#reader.reset();
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}

interface Listening {
  readonly sink: PaneSink;
}

interface Subscription {
  readonly opening: Promise<PaneFeed>;
  /** Once it is live. */
  feed: PaneFeed | undefined;
  /** Settled when it misses nothing any more, or has ended. */
  lost: Deferred<void> | undefined;
}

interface KnownScreen {
  readonly screen: StyledScreen;
  /** In the words of tmux. */
  readonly state: Buffer;
  /** Of the observer, when the capture began. */
  readonly changes: number;
}

/**
 * Longer than tmux takes to answer where it can. While an answer is late nobody waits for another one, so that output of
 * other panes delays one look, and not each.
 */
const FENCE_MS = 100;
