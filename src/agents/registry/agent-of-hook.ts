import { isAlive, isDescendant } from '../../hosts/index.js';
import type { AgentRecord, Store } from '../../store/index.js';
import type { HookEvent } from '../hooks/hook-event.js';
import { newAgentId } from './agent-id.js';
import type { FoundPlace } from './agent-places.js';

export interface AgentOfHook {
  readonly agent: AgentRecord;
  /** Agents whose place it took. */
  readonly replaced: readonly AgentRecord[];
  /** Whether another agent started it, so that the pane is that one's. */
  readonly nested: boolean;
}

/**
 * The agent that a hook tells of: the one of that session, else the one that is in the same pane by the same process,
 * else a new one.
 */
export async function agentOfHook(
  store: Store,
  event: HookEvent,
  place: FoundPlace | undefined,
): Promise<AgentOfHook> {
  const neighbours = place?.present ? await agentsIn(store, place) : [];
  const known = await store.agents.bySession(event.sessionId);
  if (known) {
    const others = neighbours.filter(({ id }) => id !== known.id);
    return { agent: known, replaced: [], nested: await isNested(event, others) };
  }
  // Registered by hand, or the same program with a new session: after /clear, say.
  const same = neighbours.find((one) => one.sessionId === undefined || isSameProcess(one, event));
  if (same) {
    const agent = await store.agents.update(same.id, { sessionId: event.sessionId });
    return { agent, replaced: [], nested: false };
  }
  const nested = await isNested(event, neighbours);
  const replaced = nested ? [] : neighbours.filter(({ endedAt }) => endedAt === undefined);
  const { agent } = await store.agents.insert({
    id: newAgentId(event.at),
    sessionId: event.sessionId,
    host: place?.host ?? 'local',
    cwd: event.cwd,
    profile: event.profile ?? replaced.find(({ profile }) => profile !== undefined)?.profile,
    // People call what is in that pane so.
    name: replaced.find(({ name }) => name !== undefined)?.name,
    startedAt: event.at,
    lastSeenAt: event.at,
    stateSince: event.at,
    stateSource: 'hook',
  });
  return { agent, replaced, nested };
}

/** Those that are in this very pane, the newest first. One that has ended counts for a while: /clear ends a session. */
async function agentsIn(store: Store, place: FoundPlace): Promise<AgentRecord[]> {
  const { host, tmuxPaneId, server, panePid } = place;
  const agents = await store.agents.list({ host, tmuxPaneId });
  const here = agents.filter((agent) => agent.server === server && agent.panePid === panePid);
  return here.filter(
    ({ endedAt, endReason }) => endedAt === undefined || endReason === 'clear' || endReason === 'resume',
  );
}

function isSameProcess({ metadata }: AgentRecord, { agentPid }: HookEvent): boolean {
  return agentPid !== undefined && metadata.agentPid === agentPid;
}

/** An agent that runs another one as a tool gives it its own `$TMUX_PANE`. */
async function isNested(event: HookEvent, neighbours: readonly AgentRecord[]): Promise<boolean> {
  const { agentPid } = event;
  if (agentPid === undefined) return false;
  for (const { metadata, endedAt } of neighbours) {
    const pid = metadata.agentPid;
    if (endedAt !== undefined || typeof pid !== 'number' || pid === agentPid || !isAlive(pid)) continue;
    if ((await isDescendant(agentPid, pid)) !== false) return true;
  }
  return false;
}
