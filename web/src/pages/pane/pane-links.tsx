import { Link } from '../../router.js';
import { usePaneOwners } from '../overview/use-pane-owners.js';

export interface PaneLinksProps {
  readonly paneId: string;
  readonly host: string;
}

/** The run, worker and agent that live in a pane. */
export function PaneLinks({ paneId, host }: PaneLinksProps) {
  const { run, worker, agent } = usePaneOwners()(host, paneId);
  if (!run && !worker && !agent) return null;
  return (
    <ul className="pane-links">
      {worker && (
        <li>
          <Link to="/workers">
            Worker <strong>{worker.name}</strong>
          </Link>
        </li>
      )}
      {agent && (
        <li>
          <Link to={`/agents/${encodeURIComponent(agent.id)}`}>
            Agent <strong>{agent.name ?? agent.id}</strong>
          </Link>
        </li>
      )}
      {run && (
        <li>
          <Link to={`/runs/${encodeURIComponent(run.id)}`}>
            Run <strong className="mono">{run.id}</strong>
          </Link>
        </li>
      )}
    </ul>
  );
}
