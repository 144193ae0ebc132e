import { isMuxError } from '../model/index.js';
import type { Pane } from './pane.js';
import type { PaneCloseReason, PaneFeed, PaneGapReason, PaneLook } from './pane-events.js';
import { type PaneSnapshot, parseSnapshot, snapshotCommands } from './pane-snapshot.js';
import { isContinuation } from './torn-character.js';

/** Who goes on from a picture of a pane with what it prints. */
export interface PaintedSink {
  /** The whole screen: first of all, after a gap, and when the pane has another size. It holds all output before it. */
  painted(snapshot: PaneSnapshot): void;
  output(data: Buffer): void;
  /** Something is missing; a picture follows. */
  gap(reason: PaneGapReason): void;
  closed(reason: PaneCloseReason): void;
  /** See `PaneSink.dead`. */
  dead?(): void;
}

export interface PaintedPane {
  /** Resolves when all that tmux had sent up to now was given to the sink. */
  settle(): Promise<void>;
  /** Asks for another picture, by somebody who has lost his place. */
  repaint(): void;
  stop(): void;
}

/**
 * Follows a pane from a picture of its screen on. Picture and output come over one connection, on which tmux keeps
 * their order: nothing of the one is missing in, or doubled by, the other. Resolves when the first picture is there.
 */
export async function followPainted(pane: Pane, sink: PaintedSink): Promise<PaintedPane> {
  const follower = new PaintFollower(pane, sink);
  await follower.start();
  return follower;
}

class PaintFollower implements PaintedPane {
  readonly #pane: Pane;
  readonly #sink: PaintedSink;
  #feed: PaneFeed | undefined;
  #stopped = false;
  /** Output since the picture was asked for: part of it where it is needed, and else to be given. */
  #held: Buffer[] | undefined;
  #needed = true;
  #again = false;
  #size = '';
  /** Whether nothing was given since the picture. */
  #isFresh = false;
  /** How many pictures in a row were followed by the rest of a character. */
  #tears = 0;
  #onRelease: (() => void)[] = [];

  constructor(pane: Pane, sink: PaintedSink) {
    this.#pane = pane;
    this.#sink = sink;
  }

  async start(): Promise<void> {
    this.#held = [];
    this.#feed = await this.#pane.feed({
      output: (data) => this.#output(data),
      gap: (reason) => {
        this.#sink.gap(reason);
        this.#needed = true;
        this.#look();
      },
      resized: () => this.#look(),
      closed: (reason) => this.#closed(reason),
      ...(this.#sink.dead && { dead: () => this.#sink.dead?.() }),
    });
    if (this.#stopped) return this.#feed.close();
    await this.#ask();
  }

  async settle(): Promise<void> {
    await this.#feed?.settle();
    // What came while a picture is awaited is given with it.
    if (this.#held && !this.#stopped) await new Promise<void>((resolve) => this.#onRelease.push(resolve));
  }

  repaint(): void {
    this.#needed = true;
    this.#look();
  }

  stop(): void {
    this.#stopped = true;
    this.#feed?.close();
    this.#release();
  }

  #output(data: Buffer): void {
    if (this.#stopped) return;
    if (this.#held) this.#held.push(data);
    else this.#give(data);
  }

  /** A picture lacks a character that is only begun. Where the rest of one comes first, the next picture has all of it. */
  #give(data: Buffer): void {
    const isTorn = this.#isFresh && isContinuation(data[0]);
    this.#isFresh = false;
    this.#tears = isTorn ? this.#tears + 1 : 0;
    if (!isTorn) return this.#sink.output(data);
    this.repaint();
    this.#held?.push(data);
  }

  #look(): void {
    if (this.#held) {
      this.#again = true;
      return;
    }
    this.#held = [];
    void this.#ask().catch(() => {});
  }

  async #ask(): Promise<void> {
    try {
      await this.#feed?.look(snapshotCommands(this.#pane.id), (look) => this.#answered(look), {
        // Output is kept meanwhile.
        tries: 3,
      });
    } catch (error) {
      // A broken connection is followed by a gap, a pane that is gone by its end.
      this.#release();
      if (!isMuxError(error, 'CONNECTION_LOST')) throw error;
    }
  }

  #answered({ bodies }: PaneLook): void {
    if (this.#stopped) return;
    // This picture was on its way when another one was asked for, and may lack what that one has.
    if (this.#again && this.#needed) {
      this.#again = false;
      void this.#ask().catch(() => {});
      return;
    }
    const snapshot = parseSnapshot(bodies);
    const { width, height } = snapshot.screen;
    const size = `${width}x${height}`;
    const isWanted = this.#needed || size !== this.#size;
    if (snapshot.paneId === this.#pane.id && isWanted) {
      this.#size = size;
      this.#needed = false;
      this.#held = undefined;
      this.#isFresh = this.#tears < MOST_TEARS;
      this.#sink.painted(snapshot);
    }
    this.#release();
    if (!this.#again) return;
    this.#again = false;
    this.#look();
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const data of held) this.#output(data);
    for (const resolve of this.#onRelease.splice(0)) resolve();
  }

  #closed(reason: PaneCloseReason): void {
    if (this.#stopped) return;
    this.#release();
    this.#stopped = true;
    this.#sink.closed(reason);
  }
}

/** A program that writes byte by byte may be met inside a character again; one that prints no text at all is left alone. */
const MOST_TEARS = 30;
