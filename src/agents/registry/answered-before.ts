import { hashOf, KeptResults, keyReused, type Receipt } from '../../delivery/index.js';
import type { StoredAgentState, TurnRecord } from '../../store/index.js';
import type { VerifiedPane } from './agent-places.js';
import type { AgentServices } from './agent-services.js';
import type { RespondOptions, RespondResult } from './respond.js';

/**
 * What the first answer with this key came to, if there was one: its turn tells. Fails with `KEY_REUSED` where that was
 * another answer.
 */
export async function answeredBefore(
  { store }: Pick<AgentServices, 'store'>,
  agentId: string,
  text: string,
  { idempotencyKey: key, mode }: RespondOptions,
): Promise<RespondResult | undefined> {
  if (key === undefined) return undefined;
  const turns = await store.turns.list(agentId, { actor: 'USER', limit: TURNS_BACK });
  const turn = turns.find(({ receipt }) => receipt?.key === key);
  const asked = turn?.receipt?.asked;
  if (key !== undefined && asked !== undefined && asked !== askedHash(text, mode))
    throw keyReused(key, 'for another answer');
  return turn && resultOf(turn);
}

function askedHash(text: string, mode: RespondOptions['mode'] = 'text'): string {
  return hashOf(`${mode}\0${text}`, 12);
}

const TURNS_BACK = 500;

/** The receipt of a turn, with what else is needed to give the result once more. */
export function answerReceipt(
  result: Omit<RespondResult, 'turn_id'>,
  text: string,
  { mode, idempotencyKey: key }: RespondOptions,
): Readonly<Record<string, unknown>> {
  const { receipt, new_state: newState, latency_ms: answerMs } = result;
  return { ...receipt, newState, answerMs, ...(key !== undefined && { asked: askedHash(text, mode) }) };
}

function resultOf({ id, agentId, receipt = {}, createdAt }: TurnRecord): RespondResult {
  const { newState, answerMs, at, asked: _, ...rest } = receipt;
  return {
    status: 'ok',
    agent_id: agentId,
    new_state: (newState ?? 'PROCESSING') as StoredAgentState,
    latency_ms: Number(answerMs ?? 0),
    receipt: { ...rest, at: typeof at === 'string' ? new Date(at) : createdAt } as Receipt,
    turn_id: id,
  };
}

/** Whether a text with this key went to the pane before, by somebody who ended before it was written down. */
export async function wasSent(
  { tmux, paneId }: VerifiedPane,
  text: string,
  { mode = 'text', idempotencyKey: key }: RespondOptions,
): Promise<boolean> {
  if (key === undefined || mode !== 'text') return false;
  return (await KeptResults.read(tmux.pane(paneId), { key, text })).first !== undefined;
}
