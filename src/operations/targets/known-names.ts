import type { BaseRuntime } from '../base-runtime.js';

export type NameKind = 'worker' | 'run' | 'agent' | 'host';

export interface KnownName {
  readonly name: string;
  /** A few words about it. */
  readonly about: string;
}

/** The names that a person may mean, from what is remembered alone: nothing is asked of any host. */
export async function knownNames(runtime: BaseRuntime, kind: NameKind): Promise<KnownName[]> {
  const store = await runtime.store();
  switch (kind) {
    case 'worker':
      return (await store.workers.list()).map(({ name, command }) => ({ name, about: command }));
    case 'run': {
      const { runs } = await store.runs.list({ limit: RUNS, order: 'newest' });
      return runs.map(({ id, state, command }) => ({ name: id, about: `${state}: ${command}` }));
    }
    case 'agent': {
      const agents = await store.agents.list({ live: true });
      return agents.map(({ id, name, state }) => ({ name: name ?? id, about: state }));
    }
    case 'host': {
      const [workers, { runs }, agents] = await Promise.all([
        store.workers.list(),
        store.runs.list({ limit: 500 }),
        store.agents.list({ live: true }),
      ]);
      const hosts = new Set(['local', ...[...workers, ...runs, ...agents].map(({ host }) => host)]);
      return [...hosts].map((name) => ({ name, about: '' }));
    }
  }
}

/** Nobody looks through more of them. */
const RUNS = 30;
