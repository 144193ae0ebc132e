import { Deadline } from '../model/index.js';

/** Waits for something that knows no signal, and fails with `ABORTED` when the caller has had enough of that. */
export async function untilAborted<T>(work: Promise<T>, what: string, signal: AbortSignal): Promise<T> {
  using deadline = new Deadline({ what, signal });
  return await deadline.race(work);
}

/** What an iterator gives, to its end or until the caller has had enough, whatever it waits for in that moment. */
export async function* streamUntilAborted<T>(
  items: AsyncIterator<T, unknown, undefined>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  using deadline = new Deadline({ what: 'Following', signal });
  try {
    while (!signal.aborted) {
      const next = await deadline.race(items.next()).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    // It ends when what it waits for has come, which nobody needs to wait for.
    void items.return?.().then(undefined, () => {});
  }
}
