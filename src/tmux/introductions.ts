import { atMost, lock, tryLock } from '../hosts/exclusive.js';

/**
 * Keeps apart what must not meet on one tmux server: control-mode clients that introduce themselves, and whatever makes
 * the server tell all its clients of something. Before 3.7 it crashes where one of them is not yet through with its
 * introduction. Clients come one after the other; changes are made by many at once, and each waits for the client whose turn
 * it is, as this one has waited for the changes before it.
 *
 * Other processes of this user are kept apart by a lock. People and programs that end are not: they can still meet an
 * introduction, which takes microseconds, but they do not come just because something has changed, as our clients do.
 */
export class Introductions {
  static readonly #places = new Map<string, Introductions>();
  readonly #lockName: string;
  /** The one that introduces itself, or waits for changes to do so; those behind it keep no change waiting. */
  readonly #clients = new Set<Promise<void>>();
  readonly #changes = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();
  #working = 0;
  #locking: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** Those of the server of a place. */
  static at(place: string): Introductions {
    const known = Introductions.#places.get(place) ?? new Introductions(place);
    Introductions.#places.set(place, known);
    return known;
  }

  private constructor(place: string) {
    this.#lockName = `clients of ${place}`;
  }

  /** Has a client introduce itself. */
  introduce<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const mine = atMost(before, PATIENCE_MS).then(() =>
      keep(this.#clients, this.#after([...this.#changes], work)),
    );
    this.#last = mine.then(
      () => {},
      () => {},
    );
    return mine;
  }

  /** Does what the server tells all its clients of, at once where nobody has to be waited for. */
  change<T>(work: () => Promise<T>): Promise<T> {
    const isFree = this.#clients.size === 0 && this.#isLocked();
    return keep(this.#changes, isFree ? this.#do(work) : this.#after([...this.#clients], work));
  }

  async #after<T>(others: readonly Promise<void>[], work: () => Promise<T>): Promise<T> {
    if (others.length > 0) await Promise.all(others);
    while (!this.#isLocked()) {
      this.#locking ??= lock(this.#lockName, PATIENCE_MS, LONGEST_HELD_MS)
        .then((release) => {
          this.#release = release;
        })
        .finally(() => {
          this.#locking = undefined;
        });
      await this.#locking;
    }
    return this.#do(work);
  }

  /** Those who work at the same time share the lock. */
  #isLocked(): boolean {
    if (!this.#locking) this.#release ??= tryLock(this.#lockName);
    return this.#release !== undefined;
  }

  async #do<T>(work: () => Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work();
    } finally {
      if (--this.#working === 0) {
        this.#release?.();
        this.#release = undefined;
      }
    }
  }
}

/** What hangs must not stop all others. */
const PATIENCE_MS = 2_000;
/** No connection takes so long to be made. */
const LONGEST_HELD_MS = 60_000;

/** Holds a promise among others until it is settled, or has kept them waiting for too long. */
function keep<T>(among: Set<Promise<void>>, promise: Promise<T>): Promise<T> {
  let settle = (): void => {};
  const held = new Promise<void>((resolve) => {
    settle = resolve;
  });
  among.add(held);
  const end = (): void => {
    clearTimeout(timer);
    among.delete(held);
    settle();
  };
  const timer = setTimeout(end, PATIENCE_MS);
  promise.then(end, end);
  return promise;
}
