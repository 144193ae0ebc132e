import type { Selectable } from 'kysely';
import type { AgentPatch, AgentRecord, NewAgent, StoredAgentState } from './agent-record.js';
import type { AgentsTable } from './tables.js';
import { timeText } from './time-text.js';

/** The row of a new agent. */
export function newAgentRow(agent: NewAgent, now: Date): Selectable<AgentsTable> {
  return {
    ...newRow,
    id: agent.id,
    host: agent.host,
    started_at: timeText(now),
    last_seen_at: timeText(now),
    state: agent.state ?? newRow.state,
    state_source: agent.stateSource ?? newRow.state_source,
    state_detail: agent.stateDetail ?? newRow.state_detail,
    state_since: timeText(agent.stateSince ?? now),
    asks: agent.asks ? JSON.stringify(agent.asks) : null,
    ...agentPatchRow(agent),
  };
}

/** The columns that a patch sets. What is given as undefined or null empties what may be empty. */
export function agentPatchRow(patch: AgentPatch): Partial<AgentsTable> {
  const row: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(patch)) {
    const column = columns.get(property);
    if (column === undefined) continue;
    if (value !== undefined && value !== null) row[column] = toColumn(value);
    else if (nullable.has(column)) row[column] = null;
  }
  return row;
}

/** A row as a record. */
export function toAgentRecord(row: Selectable<AgentsTable>): AgentRecord {
  return {
    id: row.id,
    sessionId: row.session_id ?? undefined,
    host: row.host,
    server: row.server ?? undefined,
    tmuxPaneId: row.tmux_pane_id,
    panePid: row.pane_pid ?? undefined,
    itermPaneId: row.iterm_pane_id,
    profile: row.profile ?? undefined,
    name: row.name ?? undefined,
    cwd: row.cwd ?? undefined,
    state: row.state as StoredAgentState,
    stateSource: row.state_source,
    stateDetail: row.state_detail,
    stateSince: new Date(row.state_since),
    asks: row.asks === null ? undefined : JSON.parse(row.asks),
    startedAt: new Date(row.started_at),
    lastSeenAt: new Date(row.last_seen_at),
    endedAt: row.ended_at === null ? undefined : new Date(row.ended_at),
    endReason: row.end_reason ?? undefined,
    metadata: JSON.parse(row.metadata),
  };
}

function toColumn(value: unknown): unknown {
  if (value instanceof Date) return timeText(value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

const newRow = {
  session_id: null,
  server: null,
  tmux_pane_id: null,
  pane_pid: null,
  iterm_pane_id: null,
  profile: null,
  name: null,
  cwd: null,
  state: 'UNKNOWN',
  state_source: 'registered',
  state_detail: '',
  asks: null,
  inbox: null,
  ended_at: null,
  end_reason: null,
  metadata: '{}',
};

const patchable: Record<keyof AgentPatch, keyof AgentsTable> = {
  sessionId: 'session_id',
  host: 'host',
  server: 'server',
  tmuxPaneId: 'tmux_pane_id',
  panePid: 'pane_pid',
  itermPaneId: 'iterm_pane_id',
  profile: 'profile',
  name: 'name',
  cwd: 'cwd',
  startedAt: 'started_at',
  lastSeenAt: 'last_seen_at',
  metadata: 'metadata',
};
const columns = new Map<string, keyof AgentsTable>(Object.entries(patchable));
const nullable = new Set<string>(
  Object.entries(newRow).flatMap(([column, value]) => (value === null ? [column] : [])),
);
