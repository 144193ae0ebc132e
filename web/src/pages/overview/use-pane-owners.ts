import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';

/** What muxwright knows of who lives in a pane. */
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
  return (host, paneId) => {
    const isHere = (one: Living): boolean => one.paneId === paneId && one.host === host;
    return {
      run: runs.data?.runs.find(isHere),
      worker: workers.data?.workers.find(isHere),
      agent: agents.data?.agents.find(isHere),
    };
  };
}
