import { useEffect, useState } from 'react';
import { requestJson } from '../../api/call.js';
import { feed } from '../../api/events.js';

/** What waits for a person, as `inbox.list` tells it. */
export interface WaitingItem {
  readonly id: string;
  readonly kind: 'run' | 'agent';
  readonly target: string;
  readonly host: string;
  readonly title: string;
  readonly prompt?: string;
  readonly promptKind?: 'line' | 'password' | 'key' | 'permission' | 'question' | 'answer';
  readonly since: string;
  readonly paneId?: string;
}

export function useWaiting(): readonly WaitingItem[] {
  const [items, setItems] = useState<readonly WaitingItem[]>([]);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const answer = await requestJson('/api/operations/inbox.list', { body: {} }).catch(() => undefined);
      if (answer) setItems((answer as { items: readonly WaitingItem[] }).items);
    };
    void look();
    return feed.on(['inbox', 'again'], () => void look());
  }, []);
  return items;
}
