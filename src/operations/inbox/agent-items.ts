import { agentQuestion, lookAtAgent } from '../../agents/index.js';
import { Deadline, isElsewhere } from '../../model/index.js';
import type { AgentQuestion, AgentRecord, WaitingItem } from '../../store/index.js';
import { agentTarget } from '../agents/agent-target.js';
import { currentAgents } from '../agents/current-agents.js';
import { time } from '../fields.js';
import { type InboxContext, isOn, LOOK_MS, MOST_LOOKS } from './inbox-context.js';

/** The agents that need an answer, where nobody watches: each of them is looked at. */
export async function agentItems(context: InboxContext): Promise<WaitingItem[]> {
  const agents = await currentAgents(context.runtime, context.signal);
  const waiting = await agents.list({ live: true, state: 'AWAITING_INPUT', limit: MOST_LOOKS });
  return Promise.all(
    waiting.filter(({ host }) => isOn(context, host)).map((agent) => agentItem(context, agent)),
  );
}

async function agentItem(context: InboxContext, agent: AgentRecord): Promise<WaitingItem> {
  using deadline = new Deadline({ what: 'Checking an agent', timeoutMs: LOOK_MS, signal: context.signal });
  const asked = await deadline.race(question(context, agent)).catch(() => undefined);
  const { id, host, tmuxPaneId: paneId, name = agent.profile } = agent;
  return {
    ...{ id, kind: 'agent', host },
    ...(paneId !== null && { paneId }),
    ...(name !== undefined && { name }),
    ...asked,
    since: time(agent.stateSince),
  };
}

/**
 * What its screen asks; of an agent of another machine what was seen there. Without a question on the screen its turn is
 * over: the stored detail is diagnostic only.
 */
async function question({ runtime }: InboxContext, agent: AgentRecord): Promise<AgentQuestion | undefined> {
  if (isElsewhere(agent.host)) return agent.asks;
  const open = await agentTarget(runtime, agent.id, agent.host);
  const { screen } = await lookAtAgent(open.tmux, open.pane.id, agent, await runtime.profiles());
  const { state } = screen;
  if (state !== 'permission' && state !== 'question') return { promptKind: 'answer' };
  return agentQuestion({ ...screen, kind: state }, open.redact);
}
