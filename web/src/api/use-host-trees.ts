import { useEffect, useState } from 'react';
import { call } from './call.js';
import { feed } from './events.js';
import type { Output } from './operations.js';

/** What runs on every host that is known, as far as they answer. For lists that need all at once. */
export function useHostTrees(): readonly Output<'pane.list'>[] {
  const [trees, setTrees] = useState<readonly Output<'pane.list'>[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    const look = async (): Promise<void> => {
      const { hosts } = await call('host.list', {}, ending.signal);
      const answers = hosts.map(({ host }) => call('pane.list', { host }, ending.signal));
      const settled = await Promise.allSettled(answers);
      if (!ending.signal.aborted)
        setTrees(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    };
    const lookAgain = (): void => void look().catch(() => {});
    lookAgain();
    const stop = feed.on(['sessions', 'again'], lookAgain);
    return () => {
      ending.abort();
      stop();
    };
  }, []);
  return trees;
}
