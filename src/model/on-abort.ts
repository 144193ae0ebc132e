/**
 * Calls back once when a signal aborts; the returned function ends that. A signal that has aborted calls nobody back, and
 * a listener must not throw.
 *
 * Any number may wait for one signal: it gets one listener for them all. With a listener for each, Node prints a
 * warning about a leak beyond ten (seen on 20 to 24), though the waits are many at once and none is left behind.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const waiting = waitingFor.get(signal) ?? listen(signal);
  // The same function may wait several times.
  const entry = { listener };
  waiting.entries.add(entry);
  return () => {
    if (!waiting.entries.delete(entry) || waiting.entries.size > 0) return;
    waitingFor.delete(signal);
    signal.removeEventListener('abort', waiting.tell);
  };
}

interface Waiting {
  readonly entries: Set<{ readonly listener: () => void }>;
  readonly tell: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

function listen(signal: AbortSignal): Waiting {
  const entries: Waiting['entries'] = new Set();
  const tell = (): void => {
    waitingFor.delete(signal);
    // One may end the wait of another, which is then not called.
    for (const entry of entries) if (entries.delete(entry)) entry.listener();
  };
  const waiting = { entries, tell };
  waitingFor.set(signal, waiting);
  signal.addEventListener('abort', tell, { once: true });
  return waiting;
}
