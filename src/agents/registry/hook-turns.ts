import type { AgentRecord, Store, TurnRecord } from '../../store/index.js';
import type { HookEvent } from '../hooks/hook-event.js';
import type { HookTurn } from './hook-effect.js';
import { turnText } from './turn-text.js';

/** Writes down the turns that a hook tells of, but for those that were told of already. */
export async function addTurns(
  store: Store,
  agent: AgentRecord,
  event: HookEvent,
  turns: readonly HookTurn[],
): Promise<TurnRecord[]> {
  const added: TurnRecord[] = [];
  for (const turn of turns) {
    if (turn.again && (await wasAsked(store, agent, event.at))) continue;
    added.push(await addTurn(store, agent, event, turn));
  }
  return added;
}

/** A notification comes seconds after the question. */
async function wasAsked(store: Store, agent: AgentRecord, at: Date): Promise<boolean> {
  const last = await store.turns.last(agent.id, 'AGENT');
  return last?.intent === 'QUESTION' && at.getTime() - last.createdAt.getTime() < ASKED_MS;
}

const ASKED_MS = 60_000;

async function addTurn(
  store: Store,
  agent: AgentRecord,
  event: HookEvent,
  turn: HookTurn,
): Promise<TurnRecord> {
  const { actor, intent } = turn;
  const text = turnText(turn.text);
  const row = { actor, intent, text, source: 'hook', createdAt: event.at } as const;
  if (actor === 'AGENT') return store.turns.append(agent.id, row);
  // What was sent by us is one turn with what the agent saw. Of a long text the hook has only the beginning.
  const sameText = (sent: string): boolean =>
    event.cut ? sent.startsWith(text.slice(0, CUT_PREFIX)) : sent.trim() === text.trim();
  return store.turns.appendOnce(agent.id, row, {
    source: 'respond',
    since: new Date(event.at.getTime() - SENT_BEFORE_MS),
    sameText,
  });
}

const CUT_PREFIX = 1_000;
/** A busy agent keeps a text for a while before it takes it. */
const SENT_BEFORE_MS = 600_000;
