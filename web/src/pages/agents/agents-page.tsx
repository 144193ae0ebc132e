import { useState } from 'react';
import { agentState } from '../../../../src/model/states.js';
import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';
import { Badge } from '../../components/badge.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { Table } from '../../components/table.js';
import { Duration } from '../../components/time.js';
import { Link } from '../../router.js';
import { hostText } from '../host-text.js';
import './agents.css';

type Agent = Output<'agent.list'>['agents'][number];

/** Claude Code, Codex and similar agents, with their state. */
export function AgentsPage() {
  const [ended, setEnded] = useState(false);
  const { data, error } = useQuery(
    'agent.list',
    { ended },
    { on: ['state_changed', 'agent_changed', 'commander_availability', 'turn'] },
  );
  const agents = [...(data?.agents ?? [])].sort((a, b) => rank(a) - rank(b));
  return (
    <>
      <div className="page-head">
        <h1>Agents</h1>
        <label className="check">
          <input type="checkbox" checked={ended} onChange={(event) => setEnded(event.target.checked)} />
          Include ended agents
        </label>
      </div>
      <div className="stack agents-table">
        {error && <Problem error={error} />}
        {!data && !error && <Spinner label="Loading the agents" />}
        {agents.length > 0 && <Table label="Agents" columns={columns} rows={agents} keyOf={({ id }) => id} />}
        {data && agents.length === 0 && <NoAgents />}
      </div>
    </>
  );
}

/** Waiting agents come first. */
function rank({ state }: Agent): number {
  return ['AWAITING_INPUT', 'PROCESSING', 'STARTING', 'IDLE', 'UNKNOWN', 'EXITED'].indexOf(state);
}

const columns = [
  {
    title: 'State',
    cell: ({ state, stateDetail }: Agent) => {
      const { text, tone } = agentState(state);
      return (
        <Badge tone={tone} title={stateDetail}>
          {text}
        </Badge>
      );
    },
  },
  {
    title: 'Agent',
    cell: ({ id, name }: Agent) => (
      <Link to={`/agents/${encodeURIComponent(id)}`}>
        <strong>{name ?? id.slice(0, 12)}</strong>
      </Link>
    ),
  },
  { title: 'Program', cell: ({ profile }: Agent) => profile ?? <span className="faint">–</span> },
  { title: 'For', cell: ({ stateSince }: Agent) => <Duration since={stateSince} /> },
  { title: 'Host', cell: ({ host }: Agent) => <span className="soft host-cell">{hostText(host)}</span> },
  { title: 'Folder', cell: ({ cwd }: Agent) => cwd && <code className="soft">{cwd}</code> },
];

function NoAgents() {
  return (
    <EmptyState title="No agents">
      <p>
        With the hooks of muxwright, every Claude Code and Codex registers itself and reports its state:{' '}
        <code>mux hooks install</code>
      </p>
      <p>
        You can also register the program in a pane: <code>mux agents register %7 --name reviewer</code>
      </p>
    </EmptyState>
  );
}
