import { useEffect } from 'react';
import { requestJson } from '../api/call.js';
import { feed } from '../api/events.js';
import { Store, useStore } from '../api/store.js';

/** How many things ask a person, counted anew when the feed tells of a change. */
const waiting = new Store(0);

export function useWaitingCount(): number {
  useEffect(() => {
    const look = (): void => void count();
    look();
    return feed.on(['inbox', 'again'], look);
  }, []);
  return useStore(waiting);
}

async function count(): Promise<void> {
  try {
    const { items } = (await requestJson('/api/operations/inbox.list', { body: {} })) as {
      items: readonly unknown[];
    };
    waiting.set(items.length);
  } catch {
    // The notice above the page says why; the number stays as it was.
  }
}
