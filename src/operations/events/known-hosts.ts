import type { Store } from '../../store/store.js';

/** Addresses of the hosts that are in use, as far as is remembered, and this machine. */
export async function knownHosts(store: Store, now = new Date()): Promise<ReadonlySet<string>> {
  const [runs, agents, workers, chats] = await Promise.all([
    store.runs.hosts(),
    store.agents.list({ live: true }),
    store.workers.list(),
    store.sessions.hosts(),
  ]);
  return new Set([
    'local',
    ...runs
      .filter(
        ({ running, lastStartedAt }) => running > 0 || now.getTime() - lastStartedAt.getTime() < LATELY_MS,
      )
      .map(({ host }) => host),
    ...agents.map(({ host }) => host),
    ...workers.map(({ host }) => host),
    ...chats,
  ]);
}

/** The same with all that is remembered, however old: what a token may reach by default. */
export async function allKnownHosts(store: Store): Promise<ReadonlySet<string>> {
  const [runs, agents, workers, chats] = await Promise.all([
    store.runs.hosts(),
    store.agents.hosts(),
    store.workers.list(),
    store.sessions.hosts(),
  ]);
  return new Set(['local', ...agents, ...chats, ...[...runs, ...workers].map(({ host }) => host)]);
}

/** A host on which nothing was started for so long may not be there any more. */
const LATELY_MS = 24 * 3_600_000;
