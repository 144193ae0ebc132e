import type { Store } from '../../store/index.js';

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
  const version = store.version();
  const known = remembered.get(store);
  if (version !== undefined && known?.version === version) return known.hosts;
  const hosts = await readAllKnownHosts(store);
  if (version !== undefined) remembered.set(store, { version, hosts });
  return hosts;
}

/** Asked for every request of a token with the default reach; counts as long as nothing is written to the store. */
const remembered = new WeakMap<Store, { readonly version: string; readonly hosts: ReadonlySet<string> }>();

async function readAllKnownHosts(store: Store): Promise<ReadonlySet<string>> {
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
