import { Store } from '../../api/store.js';
import { eventsUntil, paintingAt } from './cast-seek.js';
import { type Cast, sizeIn } from './read-cast.js';

/** What a recording is played on. */
export interface PlayerScreen {
  write(data: string): void;
  reset(): void;
  resize(columns: number, rows: number): void;
}

export interface PlayerState {
  /** Seconds from the begin. */
  readonly time: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Whether long pauses are cut short. */
  readonly hurry: boolean;
}

/** Calls back before the next picture, with the time in milliseconds; gives what cancels that. */
export type Frames = (next: (now: number) => void) => () => void;

export const speeds = [0.5, 1, 2, 4, 8, 16] as const;

/** A pause longer than this, in seconds, is cut short to it. */
const LONGEST_PAUSE = 1;

/** Plays a recording on a screen: forward by its output, back by repainting it. */
export class CastPlayer {
  readonly state: Store<PlayerState>;
  readonly #cast: Cast;
  readonly #screen: PlayerScreen;
  readonly #frames: Frames;
  #done = 0;
  #last: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(cast: Cast, screen: PlayerScreen, frames: Frames = pictures) {
    this.#cast = cast;
    this.#screen = screen;
    this.#frames = frames;
    this.state = new Store<PlayerState>({ time: 0, playing: false, speed: 1, hurry: true });
    this.#paint(0);
  }

  /** Plays on, or from the begin where the end was reached. */
  play(): void {
    if (this.state.value.playing) return;
    if (this.state.value.time >= this.#cast.duration) this.seek(0);
    this.#change({ playing: true });
    this.#last = undefined;
    this.#next();
  }

  pause(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.state.value.playing) this.#change({ playing: false });
  }

  toggle(): void {
    if (this.state.value.playing) this.pause();
    else this.play();
  }

  /** Seeks to a moment; playing continues from there. */
  seek(time: number): void {
    const to = Math.min(this.#cast.duration, Math.max(0, time));
    if (to < this.state.value.time) this.#paint(eventsUntil(this.#cast.events, to));
    else this.#forward(to);
    this.#change({ time: to });
  }

  setSpeed(speed: number): void {
    this.#change({ speed });
  }

  setHurry(hurry: boolean): void {
    this.#change({ hurry });
  }

  [Symbol.dispose](): void {
    this.pause();
  }

  #next(): void {
    this.#cancel = this.#frames((now) => this.#step(now));
  }

  #step(now: number): void {
    const { time, speed } = this.state.value;
    const passed = this.#last === undefined ? 0 : ((now - this.#last) / 1_000) * speed;
    this.#last = now;
    this.seek(this.#shortened(time + passed));
    if (this.state.value.time >= this.#cast.duration) this.pause();
    else this.#next();
  }

  /** The moment to be at; in a long pause that is shortly before its end. */
  #shortened(time: number): number {
    const following = this.#cast.events[this.#done];
    if (!this.state.value.hurry || !following) return time;
    const before = this.#cast.events[this.#done - 1]?.time ?? 0;
    const isLong = following.time - before > LONGEST_PAUSE;
    return isLong && time - before < following.time - before - LONGEST_PAUSE && time > before
      ? following.time - LONGEST_PAUSE
      : time;
  }

  #forward(time: number): void {
    const end = eventsUntil(this.#cast.events, time);
    // Far ahead it is quicker to paint.
    if (end - this.#done > MANY) return this.#paint(end);
    for (const { code, data } of this.#cast.events.slice(this.#done, end)) {
      const size = code === 'r' ? sizeIn(data) : undefined;
      if (size) this.#screen.resize(size.columns, size.rows);
      if (code === 'o') this.#screen.write(data);
    }
    this.#done = Math.max(this.#done, end);
  }

  #paint(count: number): void {
    const { columns, rows, output } = paintingAt(this.#cast, count);
    this.#screen.reset();
    this.#screen.resize(columns, rows);
    this.#screen.write(output);
    this.#done = count;
  }

  #change(part: Partial<PlayerState>): void {
    this.state.set({ ...this.state.value, ...part });
  }
}

const MANY = 500;

function pictures(next: (now: number) => void): () => void {
  const id = requestAnimationFrame(next);
  return () => cancelAnimationFrame(id);
}
