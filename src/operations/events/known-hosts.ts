import type { Store } from '../../store/store.js';

/** Addresses of the hosts that something goes on on, as far as is remembered, and this machine. */
export async function knownHosts(store: Store): Promise<ReadonlySet<string>> {
  const [runs, agents, workers, chats] = await Promise.all([
    store.runs.hosts(),
    store.agents.list({ live: true }),
    store.workers.list(),
    store.sessions.hosts(),
  ]);
  return new Set([
    'local',
    ...runs.filter(({ running }) => running > 0).map(({ host }) => host),
    ...agents.map(({ host }) => host),
    ...workers.map(({ host }) => host),
    ...chats,
  ]);
}
