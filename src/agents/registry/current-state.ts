import { isAlive } from '../../hosts/index.js';
import { isMuxError } from '../../model/index.js';
import type { AgentScreen } from '../../panes/index.js';
import type { AgentRecord, StoredAgentState } from '../../store/index.js';
import { requireInFront } from './agent-in-front.js';
import type { VerifiedPane } from './agent-places.js';
import type { AgentServices } from './agent-services.js';
import { lookAtAgent } from './look-at-agent.js';
import { screenState } from './screen-state.js';
import { keptText } from './turn-text.js';

/**
 * The agent with the state it is in now. Hooks do not tell of everything: after Escape none comes, and an agent that was
 * there before muxwright told nobody. So the screen is looked at, too, and believed where it is sure and what is
 * written down is not quite new.
 */
export async function withCurrentState(
  services: AgentServices,
  agent: AgentRecord,
  pane: VerifiedPane,
): Promise<AgentRecord> {
  // What is on the screen after its end is somebody else's.
  if (agent.endedAt !== undefined) return agent;
  const seen = (await seenGone(services, agent, pane)) ?? (await seenState(services, agent, pane));
  if (!seen || seen.state === agent.state) return agent;
  const { state: to, source, detail } = seen;
  const changed = await services.store.agents.transition(agent.id, {
    to,
    source,
    detail: keptText(detail),
    from: [agent.state],
  });
  if (changed) services.tell([changed]);
  return (await services.store.agents.get(agent.id)) ?? agent;
}

interface SeenState {
  readonly state: StoredAgentState;
  readonly source: string;
  readonly detail: string;
}

/**
 * That the agent is not in front of its pane any more: it was killed, and no hook tells of that. What the screen shows is
 * then its last picture, or the shell's. One that was never seen may yet be started.
 */
async function seenGone(
  services: AgentServices,
  agent: AgentRecord,
  pane: VerifiedPane,
): Promise<SeenState | undefined> {
  if (agent.state === 'UNKNOWN' || agent.state === 'EXITED') return undefined;
  // What has just told something is there.
  if (services.clock().getTime() - agent.lastSeenAt.getTime() < SETTLED_MS) return undefined;
  const { agentPid } = agent.metadata;
  if (typeof agentPid === 'number' && /^local\b/.test(agent.host) && isAlive(agentPid)) return undefined;
  try {
    await requireInFront(services, agent, pane);
    return undefined;
  } catch (error) {
    // A host that does not answer says nothing about its processes.
    if (!isMuxError(error, 'AGENT_PANE_LOST')) return undefined;
    return { state: 'EXITED', source: 'process', detail: error.message };
  }
}

async function seenState(
  { store, watches, context, config, clock }: AgentServices,
  agent: AgentRecord,
  { tmux, paneId }: VerifiedPane,
): Promise<SeenState | undefined> {
  const watch = watches.get(agent.id);
  await watch?.look();
  const screen = watch
    ? watch.screen
    : (
        await lookAtAgent(tmux, paneId, agent, await context.profiles(), {
          timeoutMs: config.subprocessTimeoutMs,
        })
      ).screen;
  // A question that is on the screen waits for an answer, whatever was heard before.
  if (screen && asks(screen)) return { state: 'AWAITING_INPUT', source: 'screen', detail: screen.evidence };
  if (watch) {
    const { state, source, detail } = watch.verdict;
    return state === 'UNKNOWN' || state === 'STARTING' ? undefined : { state, source, detail };
  }
  const isNew = clock().getTime() - agent.stateSince.getTime() < SETTLED_MS;
  if (!screen || (isNew && agent.state !== 'UNKNOWN')) return undefined;
  const state = screenState(screen, await hasWorked(store, agent));
  return state && { state, source: 'screen', detail: screen.evidence };
}

function asks({ state, confidence }: AgentScreen): boolean {
  return (state === 'permission' || state === 'question') && confidence === 'certain';
}

/** A screen follows what a hook or a sender knows already. */
const SETTLED_MS = 1_500;

/** Whether the agent had a turn: then it waits for the person, and not for a first prompt. */
export async function hasWorked(store: AgentServices['store'], agent: AgentRecord): Promise<boolean> {
  if (agent.state === 'PROCESSING' || agent.state === 'AWAITING_INPUT') return true;
  return (await store.turns.last(agent.id)) !== undefined;
}
