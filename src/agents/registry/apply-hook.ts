import type { AgentEvent, AgentRecord, Store, TurnRecord } from '../../store/index.js';
import type { HookEvent } from '../hooks/hook-event.js';
import { agentOfHook } from './agent-of-hook.js';
import type { FoundPlace } from './agent-places.js';
import { hookEffect } from './hook-effect.js';
import { addTurns } from './hook-turns.js';
import { keptText } from './turn-text.js';

/** What a hook changed. */
export interface HookOutcome {
  readonly agent: AgentRecord;
  /** It has a pane since now, or another one, or it goes on: availability has to be told. */
  readonly register: boolean;
  /** Agents whose session is over. */
  readonly ended: readonly AgentRecord[];
  readonly turns: readonly TurnRecord[];
  readonly events: readonly AgentEvent[];
}

export interface ApplyHookOptions {
  /** Where the hook ran, if that is known. */
  readonly place: FoundPlace | undefined;
  /** The agent is somewhere that nobody can reach, and so not where it was. */
  readonly leftPlace: boolean;
  /** Whether the state is left to somebody who knows better than the hook alone. */
  readonly keepState: (agent: AgentRecord) => boolean;
}

/** Writes down what a hook tells: of session, pane, state and turns. */
export async function applyHook(
  store: Store,
  event: HookEvent,
  options: ApplyHookOptions,
): Promise<HookOutcome> {
  const { place } = options;
  const { agent: found, replaced, nested } = await agentOfHook(store, event, place);
  const events = await endReplaced(store, replaced, event.at);
  const revived = isBackToLife(found, event);
  if (revived) await store.agents.revive(found.id);
  const moved = nested || !place ? false : await takePlace(store, found, event, place);
  const agent = await store.agents.update(found.id, {
    lastSeenAt: event.at,
    ...(options.leftPlace && { tmuxPaneId: null, server: undefined, panePid: undefined }),
    ...(event.cwd !== undefined && { cwd: event.cwd }),
    ...(event.profile !== undefined && found.profile === undefined && { profile: event.profile }),
    metadata: { ...found.metadata, ...factsOf(event, nested) },
  });
  const hasWorked = found.state === 'PROCESSING' || found.state === 'AWAITING_INPUT';
  const effect = hookEffect(event, hasWorked);
  const turns = await addTurns(store, agent, event, effect.turns);
  // What tells only once more of a question says nothing new about the state either: it may be answered by now.
  const isNews = turns.length === effect.turns.length;
  if (effect.state && isNews && !options.keepState(agent)) {
    const detail = keptText(effect.state.detail);
    const change = { ...effect.state, detail, source: 'hook', at: event.at, turnId: turns.at(-1)?.id };
    const changed = await store.agents.transition(agent.id, change);
    if (changed) events.push(changed);
  }
  const ends =
    event.event === 'SessionEnd' && (await store.agents.end(agent.id, event.reason ?? 'other', event.at));
  const current = (await store.agents.get(agent.id)) ?? agent;
  const register = !ends && place?.present === true && !nested && (moved || revived);
  return { agent: current, register, ended: [...replaced, ...(ends ? [current] : [])], turns, events };
}

async function endReplaced(store: Store, replaced: readonly AgentRecord[], at: Date): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for (const { id } of replaced) {
    await store.agents.end(id, 'replaced', at);
    const detail = 'another session began in its pane';
    const exited = await store.agents.transition(id, { to: 'EXITED', source: 'hook', detail, at });
    if (exited) events.push(exited);
  }
  return events;
}

/** A hook of a session that was said to be over shows that it goes on, unless it is an echo of its last moment. */
function isBackToLife({ endedAt }: AgentRecord, event: HookEvent): boolean {
  if (endedAt === undefined || event.event === 'SessionEnd') return false;
  if (event.event === 'SessionStart') return event.at >= endedAt;
  return event.at.getTime() > endedAt.getTime() + ECHO_MS;
}

const ECHO_MS = 1_000;

/** The start of a session says where it is; any other hook only where that is not known yet. Whether it moved is the answer. */
async function takePlace(
  store: Store,
  agent: AgentRecord,
  event: HookEvent,
  place: FoundPlace,
): Promise<boolean> {
  const { present, ...fields } = place;
  if (event.event !== 'SessionStart') return store.agents.discoverPane(agent.id, fields);
  await store.agents.update(agent.id, fields);
  return present;
}

function factsOf(event: HookEvent, nested: boolean): Record<string, unknown> {
  const { agentPid, raw } = event;
  const facts: Record<string, unknown> = { nested };
  if (agentPid !== undefined) facts.agentPid = agentPid;
  for (const [key, name] of [
    ['transcript_path', 'transcriptPath'],
    ['model', 'model'],
    ['permission_mode', 'permissionMode'],
  ] as const) {
    if (typeof raw[key] === 'string') facts[name] = raw[key];
  }
  return facts;
}
