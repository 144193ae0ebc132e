import { MuxError } from '../model/index.js';
import { outside } from './reach/current-confinement.js';

/**
 * Things that are made once, when they are first asked for, and closed together in the reverse order. One that is closed
 * may have something to do with those before it until it is: they are given out as long as they are open.
 */
export class Services {
  readonly #made = new Map<string, Promise<unknown>>();
  #closed = false;

  /** One that could not be made is tried again the next time. */
  get<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name);
    if (known !== undefined) return known as Promise<T>;
    if (this.#closed) return Promise.reject(new MuxError('CLOSED', 'The runtime is closed.'));
    // It serves all callers, not only the first one.
    const made = outside(make);
    this.#made.set(name, made);
    made.catch(() => this.#made.delete(name));
    return made;
  }

  /** Puts something else in the place of one that needs no closing. */
  replace(name: string, service: unknown): void {
    if (!this.#closed) this.#made.set(name, Promise.resolve(service));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const [name, made] of [...this.#made].reverse()) {
      await close(await made.catch(() => undefined));
      this.#made.delete(name);
    }
  }
}

async function close(service: unknown): Promise<void> {
  if (typeof service === 'object' && service !== null && Symbol.asyncDispose in service) {
    await (service as AsyncDisposable)[Symbol.asyncDispose]();
  }
}
