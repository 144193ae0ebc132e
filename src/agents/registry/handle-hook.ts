import { identifyPane, mayHideProgram } from '../../panes/index.js';
import type { AgentRecord } from '../../store/index.js';
import type { HookEvent } from '../hooks/hook-event.js';
import type { FoundPlace } from './agent-places.js';
import type { AgentServices } from './agent-services.js';
import { applyHook } from './apply-hook.js';
import { attend } from './register-agent.js';
import { keptText } from './turn-text.js';

export interface HandleHookOptions {
  /** Where the hook ran, if it does not say itself. */
  readonly host?: string | undefined;
  /** Whether agents are watched. */
  readonly watch: boolean;
}

/** Takes in what a hook told, and lets all know who have to. */
export async function handleHook(
  services: AgentServices,
  event: HookEvent,
  options: HandleHookOptions,
): Promise<AgentRecord> {
  const { store, places, watches, availability, signals } = services;
  const starts = event.event === 'SessionStart';
  const found = await places.ofHook(event, options.host).catch((error: unknown) => {
    // Only this one tells that the agent is somewhere else now: without it the old pane would stay. It comes again.
    if (starts) throw error;
    return undefined;
  });
  const place = found === 'unnamed' ? undefined : found;
  const leftPlace = starts && found === 'unnamed';
  const profile =
    place?.present && event.profile === 'claude-code'
      ? await profileInPane(services, place).catch(() => undefined)
      : undefined;
  const outcome = await applyHook(store, profile === undefined ? event : { ...event, profile }, {
    place,
    leftPlace,
    keepState: ({ id }) => watches.get(id) !== undefined,
  });
  const { agent } = outcome;
  // Somebody may be waiting for just this as proof; what an agent inside the agent was told proves nothing.
  if (place?.present && agent.tmuxPaneId === place.tmuxPaneId) {
    signals.emit(place.host, place.tmuxPaneId, event);
  }
  // What we sent ourselves was told of when we sent it.
  const news = outcome.turns.filter(({ source }) => source !== 'respond');
  for (const turn of news) await services.tellTurn(turn, agent);
  services.tell(outcome.events);
  watches.hook(agent.id, event);
  await keepVerdict(services, agent.id);
  for (const { id } of leftPlace ? [...outcome.ended, agent] : outcome.ended) {
    availability.unregister(id);
    await watches.forget(id);
  }
  if (outcome.register) await attend(services, agent, options.watch);
  return (await store.agents.get(agent.id)) ?? agent;
}

/** Writes down what the watch makes of the hook: the caller gets the state as it is after it. */
async function keepVerdict({ store, watches, tell }: AgentServices, agentId: string): Promise<void> {
  const { state, source, detail } = watches.get(agentId)?.verdict ?? {};
  if (state === undefined || source === undefined || state === 'STARTING' || state === 'UNKNOWN') return;
  const changed = await store.agents.transition(agentId, {
    to: state,
    source,
    detail: keptText(detail ?? ''),
  });
  if (changed) tell([changed]);
}

/**
 * The profile of the program that runs in the pane: several agents have hooks of the form that Claude Code's have.
 * `undefined` where that does not tell, as where a shell is in front.
 */
async function profileInPane(
  { places, context, config }: AgentServices,
  { host, tmuxPaneId }: FoundPlace,
): Promise<string | undefined> {
  const tmux = await places.tmux(host);
  const { info, profile } = await identifyPane(tmux, tmuxPaneId, await context.profiles(), {
    timeoutMs: config.subprocessTimeoutMs,
  });
  return profile.name === 'generic' && mayHideProgram(info.command) ? undefined : profile.name;
}
