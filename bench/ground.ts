import { dockerPlace } from './places/docker-place.js';
import { localPlace } from './places/local-place.js';
import type { Place } from './places/place.js';
import { sshPlace } from './places/ssh-place.js';
import type { RaceOptions } from './race.js';

export interface GroundOptions {
  readonly quick: boolean;
  readonly signal: AbortSignal;
  /** Takes a remark for the person who reads the results. */
  readonly note: (text: string) => void;
}

/** Where benchmarks run: the places, each opened when the first benchmark wants it, and how much effort is asked for. */
export class Ground implements AsyncDisposable {
  readonly quick: boolean;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
  readonly #places = new Map<string, Promise<Place | undefined>>();

  constructor({ quick, signal, note }: GroundOptions) {
    this.quick = quick;
    this.signal = signal;
    this.note = note;
  }

  local(): Promise<Place> {
    return this.#open('local', localPlace) as Promise<Place>;
  }

  /** `undefined`, and a note, where there is no Docker. */
  docker(): Promise<Place | undefined> {
    return this.#open('Docker', () =>
      dockerPlace(this.note).catch((error) => this.#leaveOut('Docker', error)),
    );
  }

  ssh(): Promise<Place | undefined> {
    return this.#open('SSH', () => sshPlace().catch((error) => this.#leaveOut('SSH', error)));
  }

  async places(): Promise<Place[]> {
    const places = [await this.local(), await this.docker(), await this.ssh()];
    return places.filter((place) => place !== undefined);
  }

  /** Options for a race of so many rounds, or a quarter of them where it shall be quick. */
  effort(rounds: number, turnMs: number): RaceOptions {
    return { rounds: this.quick ? Math.max(2, Math.round(rounds / 4)) : rounds, turnMs, signal: this.signal };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const place of [...this.#places.values()].reverse()) await (await place)?.[Symbol.asyncDispose]();
  }

  #open(name: string, open: () => Promise<Place | undefined>): Promise<Place | undefined> {
    this.signal.throwIfAborted();
    const place = this.#places.get(name) ?? open();
    this.#places.set(name, place);
    return place;
  }

  #leaveOut(what: string, error: unknown): undefined {
    this.note(`${what} is left out: ${(error as Error).message}`);
  }
}
