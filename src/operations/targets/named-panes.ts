import { formatHostAddress, type HostAddress } from '../../model/index.js';
import type { Store } from '../../store/index.js';

export type TargetKind = 'pane' | 'run' | 'worker' | 'agent';

/** A pane that somebody keeps under a name. */
export interface NamedPane {
  readonly kind: TargetKind;
  readonly name: string;
  readonly host: string;
  readonly paneId: string;
  /** The run that must be in the pane: every tmux server gives the same ids. */
  readonly runId?: string | undefined;
  /** The tmux server that the pane is on, as `pid:start`, where that is how it is known. */
  readonly server?: string | undefined;
}

/** The panes that a name stands for: of a worker, of live agents, of a run. On one host only, where one is given. */
export async function namedPanes(
  store: Store,
  name: string,
  host: HostAddress | '' | undefined,
): Promise<NamedPane[]> {
  const [worker, run, agents] = await Promise.all([
    store.workers.get(name),
    store.runs.get(name),
    store.agents.list({ live: true }),
  ]);
  const found: NamedPane[] = [];
  if (worker?.paneId) {
    const { host: at, paneId, runId } = worker;
    found.push({ kind: 'worker', name, host: at, paneId, runId });
  }
  for (const { id, name: called, host: at, tmuxPaneId: paneId, server } of agents) {
    if ((id === name || called === name) && paneId)
      found.push({ kind: 'agent', name, host: at, paneId, server });
  }
  if (run?.paneId) found.push({ kind: 'run', name, host: run.host, paneId: run.paneId, runId: run.id });
  const only = host ? formatHostAddress(host) : undefined;
  return only === undefined ? found : found.filter((one) => one.host === only);
}
