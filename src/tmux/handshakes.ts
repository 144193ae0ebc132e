import { isWanted, lock, tryLock } from '../hosts/index.js';
import { deferred } from '../model/index.js';

/**
 * Keeps apart what must not meet on one tmux server before 3.7: control-mode clients in their handshake, and whatever makes
 * the server write to all its clients, which crashes it where one of them is not yet through with its handshake.
 *
 * Clients attach one after the other; broadcasts are made by many at once, and each waits for the client that attaches, as
 * this one has waited for the broadcasts before it. Other processes of this user are kept apart by a lock that they get in
 * the order in which they came.
 *
 * Where a handshake comes in one piece (see `WHOLE_HANDSHAKE_CLIENT`), and from tmux 3.7 on, nothing is kept apart. That is
 * known when the first client has attached.
 */
export class Handshakes {
  static readonly #places = new Map<string, Handshakes>();
  readonly #lockName: string;
  /** The client that attaches, or waits for broadcasts to do so; those behind it keep no broadcast waiting. */
  readonly #clients = new Set<Promise<void>>();
  readonly #broadcasts = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();
  #isHarmless = false;
  #working = 0;
  #locking: Promise<void> | undefined;
  #lock: HeldLock | undefined;

  /** Those with the server of a place. */
  static at(place: string): Handshakes {
    const known = Handshakes.#places.get(place) ?? new Handshakes(place);
    Handshakes.#places.set(place, known);
    return known;
  }

  private constructor(place: string) {
    this.#lockName = `clients of ${place}`;
  }

  /** Whether clients of this place go through their handshake in one piece, or the server does not mind. */
  set isHarmless(isHarmless: boolean) {
    this.#isHarmless = isHarmless;
  }

  /** Has a client attach. */
  attach<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isHarmless) return work();
    const mine = this.#last.then(() => keep(this.#clients, this.#after([...this.#broadcasts], work)));
    this.#last = atMost(mine, LONGEST_MS);
    return mine;
  }

  /** Does what the server tells all its clients of, at once where nobody has to be waited for. */
  broadcast<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isHarmless) return work();
    const isFree = this.#clients.size === 0 && this.#hasLock();
    return keep(this.#broadcasts, isFree ? this.#do(work) : this.#after([...this.#clients], work));
  }

  async #after<T>(others: readonly Promise<void>[], work: () => Promise<T>): Promise<T> {
    if (others.length > 0) await Promise.all(others);
    while (!this.#hasLock()) {
      // What is shared with others is released before it is asked for again.
      if (!this.#lock) this.#locking ??= this.#takeLock();
      await (this.#lock?.released ?? this.#locking);
    }
    return this.#do(work);
  }

  async #takeLock(): Promise<void> {
    try {
      this.#lock = new HeldLock(await lock(this.#lockName, { maxWaitMs: LONGEST_MS }));
    } finally {
      this.#locking = undefined;
    }
  }

  /** Those who work at the same time share the lock, but not forever where another process waits for it. */
  #hasLock(): boolean {
    if (this.#locking !== undefined) return false;
    if (this.#lock) {
      const isShared = this.#working > 0 && performance.now() - this.#lock.since > SHARED_MS;
      return !isShared || !isWanted(this.#lockName);
    }
    const release = tryLock(this.#lockName);
    if (release) this.#lock = new HeldLock(release);
    return release !== undefined;
  }

  async #do<T>(work: () => Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work();
    } finally {
      if (--this.#working === 0) {
        const held = this.#lock;
        this.#lock = undefined;
        held?.release();
      }
    }
  }
}

/** From then on those who come let other processes go first. */
const SHARED_MS = 20;
/** No connection takes so long to be made, and no client so long to leave: whatever hangs must not stop all others. */
const LONGEST_MS = 60_000;

class HeldLock {
  readonly since = performance.now();
  readonly #released = deferred();
  readonly released = this.#released.promise;
  readonly #release: () => void;

  constructor(release: () => void) {
    this.#release = release;
  }

  release(): void {
    this.#release();
    this.#released.resolve();
  }
}

/** Holds a promise among others until it is settled, or has kept them waiting for too long. */
function keep<T>(among: Set<Promise<void>>, promise: Promise<T>): Promise<T> {
  const held = atMost(promise, LONGEST_MS);
  among.add(held);
  void held.then(() => among.delete(held));
  return promise;
}

/** Resolves with `work`, however it ends, or when the time is over. */
function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
