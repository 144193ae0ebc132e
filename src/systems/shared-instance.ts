/**
 * One instance for all callers of this process, made by the first call. It keeps the process running only while a call
 * is in flight: what it opens must not do so by itself.
 */
export class SharedInstance<T extends { close(): Promise<void> }> {
  readonly #make: () => T;
  #instance: T | undefined;

  constructor(make: () => T) {
    this.#make = make;
  }

  call<R>(work: (instance: T) => Promise<R>): Promise<R> {
    return whileAlive(async () => {
      this.#instance ??= this.#make();
      return await work(this.#instance);
    });
  }

  /** Closes the instance; the next call makes another. */
  close(): Promise<void> {
    const instance = this.#instance;
    this.#instance = undefined;
    return whileAlive(async () => instance?.close());
  }
}

async function whileAlive<R>(work: () => Promise<R>): Promise<R> {
  const keepAlive = setInterval(() => {}, 2 ** 30);
  try {
    return await work();
  } finally {
    clearInterval(keepAlive);
  }
}
