import { atMost, lock } from '../hosts/exclusive.js';
import type { Command } from './quote.js';

/**
 * Keeps apart what must not meet on one tmux server: control-mode clients that introduce themselves, and whatever makes
 * the server tell all its clients of something. Before 3.7 it crashes where one of them is not yet through with its
 * introduction. Clients come one after the other; changes are made by many at once, and each waits for the clients that
 * came before it, as these wait for the changes before them.
 *
 * Other processes of this user are kept apart by a lock. People and programs that end are not: they can still meet an
 * introduction, which takes microseconds, but they do not come just because something has changed, as our clients do.
 */
export class Introductions {
  static readonly #places = new Map<string, Introductions>();
  readonly #lockName: string;
  readonly #clients = new Set<Promise<void>>();
  readonly #changes = new Set<Promise<void>>();
  #working = 0;
  #locked: Promise<() => Promise<void>> | undefined;
  #released: Promise<void> = Promise.resolve();

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
    return keep(this.#clients, this.#after([...this.#clients, ...this.#changes], work));
  }

  /** Does what the server tells all its clients of; a client that leaves is such a thing, too. */
  change<T>(work: () => Promise<T>): Promise<T> {
    return keep(this.#changes, this.#after([...this.#clients], work));
  }

  async #after<T>(others: readonly Promise<void>[], work: () => Promise<T>): Promise<T> {
    if (others.length > 0) await atMost(Promise.all(others), PATIENCE_MS);
    this.#working++;
    this.#locked ??= this.#released.then(() => lock(this.#lockName, PATIENCE_MS));
    const release = await this.#locked;
    try {
      return await work();
    } finally {
      if (--this.#working === 0) {
        this.#locked = undefined;
        this.#released = release();
        await this.#released;
      }
    }
  }
}

/** What hangs must not stop all others. */
const PATIENCE_MS = 2_000;

/** Holds a promise among others until it is settled. */
function keep<T>(among: Set<Promise<void>>, promise: Promise<T>): Promise<T> {
  const settled: Promise<void> = promise.then(
    () => void among.delete(settled),
    () => void among.delete(settled),
  );
  among.add(settled);
  return promise;
}

/**
 * Whether tmux may tell all clients of what these commands do, in whatever session they are. It also tells of buffers
 * (from 3.4) and copy mode; but these belong to input, which keeps its order and so never waits.
 */
export function isLoud(commands: readonly Command[]): boolean {
  return commands.some(([name]) => LOUD.has(name));
}

const LOUD: ReadonlySet<string> = new Set([
  'break-pane',
  'detach-client',
  'join-pane',
  'kill-pane',
  'kill-server',
  'kill-session',
  'kill-window',
  'move-pane',
  'move-window',
  'new-session',
  'new-window',
  'rename-session',
  'respawn-pane',
  'respawn-window',
  'select-pane',
  'select-window',
  'split-window',
  'swap-pane',
  'swap-window',
  'switch-client',
  'unlink-window',
]);
