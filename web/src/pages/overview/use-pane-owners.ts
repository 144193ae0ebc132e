import { useMemo } from 'react';
import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';

/** The run, worker or agent of a pane, as far as muxwright knows it. */
export interface PaneOwners {
  readonly run: Output<'run.list'>['runs'][number] | undefined;
  readonly worker: Output<'worker.list'>['workers'][number] | undefined;
  readonly agent: Output<'agent.list'>['agents'][number] | undefined;
}

type Living = { readonly paneId?: string | null | undefined; readonly host: string };

/** Finds the run, worker and agent of a pane. */
export function usePaneOwners(): (host: string, paneId: string) => PaneOwners {
  const runs = useQuery('run.list', { state: ['running'], limit: 500 }, { on: ['run_started', 'run_exit'] });
  const workers = useQuery('worker.list', {}, { on: ['worker_changed'] });
  const agents = useQuery('agent.list', {}, { on: ['state_changed', 'agent_changed'] });
  return useMemo(() => {
    const [run, worker, agent] = [
      byPane(runs.data?.runs),
      byPane(workers.data?.workers),
      byPane(agents.data?.agents),
    ];
    return (host, paneId) => {
      const key = `${host} ${paneId}`;
      return { run: run.get(key), worker: worker.get(key), agent: agent.get(key) };
    };
  }, [runs.data, workers.data, agents.data]);
}

/** Of several in one pane the first. */
function byPane<T extends Living>(all: readonly T[] = []): ReadonlyMap<string, T> {
  return new Map(all.toReversed().map((one) => [`${one.host} ${one.paneId}`, one]));
}
