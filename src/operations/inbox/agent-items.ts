import { agentQuestion } from '../../agents/registry/agent-question.js';
import { lookAtAgent } from '../../agents/registry/look-at-agent.js';
import { Deadline } from '../../model/deadline.js';
import { isElsewhere } from '../../model/elsewhere.js';
import type { AgentQuestion, AgentRecord } from '../../store/agent-record.js';
import { agentTarget } from '../agents/agent-target.js';
import { currentAgents } from '../agents/current-agents.js';
import { time } from '../fields.js';
import { type InboxContext, isOn, LOOK_MS, MOST_LOOKS } from './inbox-context.js';
import type { InboxItem } from './inbox-item.js';

/** The agents that need an answer, with what their screens ask. */
export async function agentItems(context: InboxContext): Promise<InboxItem[]> {
  const { runtime, signal } = context;
  const agents = runtime.watchesAll ? await runtime.agents() : await currentAgents(runtime, signal);
  const waiting = await agents.list({ live: true, state: 'AWAITING_INPUT', limit: MOST_LOOKS });
  return Promise.all(
    waiting.filter(({ host }) => isOn(context, host)).map((agent) => agentItem(context, agent)),
  );
}

async function agentItem(context: InboxContext, agent: AgentRecord): Promise<InboxItem> {
  using deadline = new Deadline({ what: 'Looking at an agent', timeoutMs: LOOK_MS, signal: context.signal });
  const asked = await deadline.race(question(context, agent)).catch(() => undefined);
  return {
    id: agent.id,
    kind: 'agent',
    target: agent.id,
    host: agent.host,
    paneId: agent.tmuxPaneId ?? undefined,
    title: agent.name ?? agent.profile ?? agent.id,
    ...asked,
    options: asked?.options && [...asked.options],
    since: time(agent.stateSince),
  };
}

/**
 * What the agent was seen to ask, where somebody watches it; else its screen says it. Without a question on the screen its
 * turn is over: the stored detail is diagnostic only.
 */
async function question({ runtime }: InboxContext, agent: AgentRecord): Promise<AgentQuestion> {
  const { asks } = agent;
  const isWatched = runtime.watchesAll || isElsewhere(agent.host);
  if (isWatched && asks && (asks.promptKind === 'answer' || asks.fingerprint !== undefined)) return asks;
  const open = await agentTarget(runtime, agent.id, agent.host);
  const { screen } = await lookAtAgent(open.tmux, open.pane.id, agent, await runtime.profiles());
  const { state } = screen;
  if (state !== 'permission' && state !== 'question') return { promptKind: 'answer' };
  return agentQuestion({ ...screen, kind: state }, open.redact);
}
