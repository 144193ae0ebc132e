import type { Fields, Viewer } from '../reach-rule.js';

/** A host with how much is on it that is in reach; nothing where the host is not. */
export async function visibleHost(row: Fields, viewer: Viewer): Promise<Fields | undefined> {
  const { confinement, places, store } = viewer;
  const host = String(row.host);
  if (!(await confinement.allowsHost(host))) return undefined;
  if (!confinement.narrow) return row;
  const [{ runs }, workers, agents, sessions] = await Promise.all([
    store.runs.list({ host, limit: MOST_RUNS }),
    store.workers.list({ host }),
    store.agents.list({ host, live: true }),
    store.sessions.list(host),
  ]);
  const inside = async <T>(
    things: readonly T[],
    placeOf: (thing: T) => ReturnType<typeof places.of>,
  ): Promise<T[]> => {
    const held = await Promise.all(
      things.map(async (thing) => confinement.holds(await placeOf(thing).catch(() => undefined))),
    );
    return things.filter((_, index) => held[index]);
  };
  const seen = await inside(runs, (run) => places.run(run));
  const { lastRunAt: _, ...rest } = row;
  return {
    ...rest,
    runs: seen.length,
    running: seen.filter(({ state }) => state === 'running').length,
    workers: (await inside(workers, (worker) => places.worker(worker))).length,
    agents: (await inside(agents, ({ id }) => places.agent(id))).length,
    sessions: (await inside(sessions, ({ name }) => places.of({ session: name, host }))).length,
  };
}

/** Nobody with limits has more of them on one host that matter. */
const MOST_RUNS = 500;
