import { isMuxError, MuxError, shownText } from '../../model/index.js';
import { profileFor } from '../../panes/index.js';
import type { AgentRecord } from '../../store/index.js';
import { newAgentId } from './agent-id.js';
import { commandToKeep, programsOf } from './agent-in-front.js';
import type { VerifiedPane } from './agent-places.js';
import type { AgentServices } from './agent-services.js';
import type { RegisterOptions } from './agents-options.js';
import { hasWorked, withCurrentState } from './current-state.js';

/** Makes an agent of the program in a pane; one that is known in that pane is changed as asked. */
export async function registerAgent(
  services: AgentServices,
  options: RegisterOptions,
  watch: boolean,
): Promise<AgentRecord> {
  const { context, store, places, clock } = services;
  const { host = 'local', paneId, name, profile, itermPaneId } = options;
  if (profile !== undefined) profileFor(await context.profiles(), { command: '', title: '', name: profile });
  const { present: _, ...place } = await places.find(host, paneId);
  const live = await store.agents.list({ live: true });
  const isHere = (agent: AgentRecord): boolean =>
    agent.host === place.host && agent.tmuxPaneId === paneId && agent.server === place.server;
  const known = live.find((agent) => isHere(agent) && agent.panePid === place.panePid);
  if (name !== undefined)
    checkName(
      name,
      live.filter(({ id }) => id !== known?.id),
    );
  const given = {
    ...(name !== undefined && { name }),
    ...(profile !== undefined && { profile }),
    ...(itermPaneId !== undefined && { itermPaneId }),
    // Hooks tell it better: a shell may have gone elsewhere since.
    ...(known?.cwd === undefined && { cwd: place.cwd }),
  };
  const command = await commandToKeep(services, host, paneId, profile ?? known?.profile);
  const metadata = { ...known?.metadata, command };
  const agent = known
    ? await store.agents.update(known.id, { ...given, metadata, lastSeenAt: clock() })
    : (await store.agents.insert({ id: newAgentId(clock()), ...place, ...given, metadata })).agent;
  await attend(services, agent, watch);
  return (await store.agents.get(agent.id)) ?? agent;
}

/** Looks after an agent from now on: whether its pane is there, and what it does. One whose pane is lost has ended. */
export async function attend(services: AgentServices, agent: AgentRecord, watch: boolean): Promise<void> {
  const { store, availability, watches } = services;
  const { tmuxPaneId: paneId, host, server, panePid } = agent;
  if (paneId === null) return;
  const pane = await paneOf(services, agent);
  if (pane === 'lost') return;
  const programs = await programsOf(services.context, agent.profile);
  await availability.register(agent.id, { host, paneId, server, panePid, programs });
  if (!pane) return;
  if (watch) {
    await watches.follow(agent, pane.tmux, paneId, await hasWorked(store, agent)).catch(() => undefined);
  }
  await withCurrentState(services, agent, pane).catch(() => undefined);
}

/** Where the pane is gone, or another program is in it, the agent has ended, and nobody told. */
export async function endIfLost(services: AgentServices, agent: AgentRecord): Promise<void> {
  await paneOf(services, agent);
}

async function paneOf(
  { store, places, availability, watches, tell }: AgentServices,
  agent: AgentRecord,
): Promise<VerifiedPane | 'lost' | undefined> {
  try {
    return await places.verify(agent);
  } catch (error) {
    // A host that cannot be reached says nothing about its panes.
    if (!isMuxError(error, 'PANE_NOT_FOUND', 'AGENT_PANE_LOST')) return undefined;
    availability.unregister(agent.id);
    await watches.forget(agent.id);
    // The state first: who sees that it has ended sees it in its last state.
    const change = { to: 'EXITED', source: 'process', detail: error.message } as const;
    const changed = await store.agents.transition(agent.id, change);
    await store.agents.end(agent.id, 'pane-lost');
    if (changed) tell([changed]);
    return 'lost';
  }
}

function checkName(name: string, others: readonly AgentRecord[]): void {
  if (name.trim() === '' || /[\x00-\x1f\x7f]/.test(name)) {
    throw new MuxError('INVALID_ARGUMENT', `'${shownText(name)}' is not a name for an agent.`, {
      suggestion: 'Give one with at least one letter, in one line, or leave it out.',
    });
  }
  const other = others.find((agent) => agent.name === name);
  if (!other) return;
  throw new MuxError('INVALID_ARGUMENT', `There is an agent '${name}' already.`, {
    suggestion: `Choose another name, or remove the agent ${other.id} first.`,
    details: { name, id: other.id },
  });
}
