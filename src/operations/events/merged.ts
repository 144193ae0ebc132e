/**
 * What several iterators give, in the order in which it comes, until all have ended. Each is asked for its next item
 * when the last one was taken, so nothing piles up.
 */
export async function* merged<T>(
  sources: readonly AsyncIterator<T, unknown, undefined>[],
): AsyncGenerator<T, void, undefined> {
  const waiting = new Map(sources.map((source) => [source, ask(source)]));
  try {
    while (waiting.size > 0) {
      const { source, next } = await Promise.race(waiting.values());
      if (next.done) {
        waiting.delete(source);
      } else {
        waiting.set(source, ask(source));
        yield next.value;
      }
    }
  } finally {
    // One that waits for something ends when that has come, which nobody needs to wait for.
    for (const source of waiting.keys()) void source.return?.().then(undefined, () => {});
  }
}

interface Asked<T> {
  readonly source: AsyncIterator<T, unknown, undefined>;
  readonly next: IteratorResult<T, unknown>;
}

async function ask<T>(source: AsyncIterator<T, unknown, undefined>): Promise<Asked<T>> {
  return { source, next: await source.next() };
}
