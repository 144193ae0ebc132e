import { PaneDelivery } from '../../delivery/pane-delivery.js';
import { exclusive } from '../../hosts/index.js';
import { MuxError } from '../../model/index.js';
import { type AgentRecord, agentNotFound, type TurnRecord } from '../../store/index.js';
import { requireInFront } from './agent-in-front.js';
import type { VerifiedPane } from './agent-places.js';
import type { AgentServices } from './agent-services.js';
import { answeredBefore, answerReceipt, wasSent } from './answered-before.js';
import { withCurrentState } from './current-state.js';
import { type DeliverParts, deliver, type RespondOptions, type RespondResult } from './respond.js';
import { keptReceipt, turnText } from './turn-text.js';

/** Answers an agent that waits for it, and writes that down. One answer at a time, among all processes. */
export async function respondToAgent(
  services: AgentServices,
  agentId: string,
  text: string,
  options: RespondOptions,
): Promise<RespondResult> {
  checkAnswer(text, options);
  const name = `respond ${services.store.path} ${agentId}`;
  return exclusive(name, () => respondNow(services, agentId, text, options), { maxWaitMs: LONGEST_TURN_MS });
}

/** Longer than a delivery takes, with all that is looked at before it. */
const LONGEST_TURN_MS = 90_000;

async function respondNow(
  services: AgentServices,
  agentId: string,
  text: string,
  options: RespondOptions,
): Promise<RespondResult> {
  const { store, places, clock } = services;
  const begin = performance.now();
  // Read when it is our turn: the answer before ours may have changed the state.
  const known = await store.agents.get(agentId);
  if (!known) throw agentNotFound(agentId);
  const before = await answeredBefore(services, agentId, text, options);
  if (before) return before;
  const pane = await places.verify(known);
  if (known.endedAt !== undefined) throw hasEnded(known);
  await requireInFront(services, known, pane);
  const isSent = await wasSent(pane, text, options);
  const agent = isSent ? known : await withCurrentState(services, known, pane);
  if (!isSent && agent.state !== 'AWAITING_INPUT') throw wrongState(agent);
  const now = clock();
  const delivered = await deliver(await deliverParts(services, agent, pane), text, options);
  const sentAt = isSent ? delivered.receipt.at : now;
  const { idempotencyKey: key } = options;
  const result = {
    status: 'ok',
    agent_id: agent.id,
    new_state: delivered.asksAgain ? 'AWAITING_INPUT' : 'PROCESSING',
    latency_ms: Math.round((performance.now() - begin) * 10) / 10,
    receipt: { ...keptReceipt(delivered.receipt), ...(key !== undefined && { key }) },
  } as const;
  const asked = answerReceipt(result, text, options);
  const turn = await addTurn(services, agent, { text: delivered.text, sentAt, receipt: asked });
  await tellProcessing(services, agent, turn, sentAt);
  if (delivered.asksAgain) await tellNextQuestion(services, agent);
  else services.watches.get(agent.id)?.submitted(sentAt);
  return { ...result, turn_id: turn.id };
}

async function deliverParts(
  { context, config, signals, clock, log }: AgentServices,
  agent: AgentRecord,
  { tmux, paneId }: VerifiedPane,
): Promise<DeliverParts> {
  const hooks = signals.source(tmux.place);
  const delivery = new PaneDelivery({ context, host: tmux, config, signals: hooks, ...(log && { log }) });
  const { clearDelayMs, maxEnterRetries, subprocessTimeoutMs: commandTimeoutMs } = config;
  const profiles = await context.profiles();
  return {
    agent,
    paneId,
    context: { tmux, profiles, signals: hooks, clock, log, commandTimeoutMs },
    sendText: (to, words, how) => delivery.sendText(to, words, { clearDelayMs, maxEnterRetries, ...how }),
  };
}

interface Answer {
  readonly text: string;
  readonly sentAt: Date;
  readonly receipt: Readonly<Record<string, unknown>>;
}

async function addTurn(
  { store, tellTurn }: AgentServices,
  agent: AgentRecord,
  answer: Answer,
): Promise<TurnRecord> {
  const { sentAt, receipt } = answer;
  const text = turnText(answer.text);
  const turn = await store.turns.appendOnce(
    agent.id,
    {
      actor: 'USER',
      intent: 'ANSWER',
      text,
      source: 'respond',
      createdAt: sentAt,
      receipt,
    },
    // The agent's own hook may have been quicker. Clocks of a file system run a little behind.
    {
      source: 'hook',
      since: new Date(sentAt.getTime() - 50),
      sameText: (seen) => seen.trim() === text.trim(),
    },
  );
  await tellTurn(turn, agent);
  return turn;
}

/** The agent's own hooks may have told of this, and of what came after it, before we did. */
async function tellProcessing(
  { store, tell }: AgentServices,
  agent: AgentRecord,
  turn: TurnRecord,
  sentAt: Date,
): Promise<void> {
  const change = {
    from: ['AWAITING_INPUT'],
    to: 'PROCESSING',
    source: 'bridge',
    detail: 'took an answer',
    at: sentAt,
    turnId: turn.id,
  } as const;
  const changed = await store.agents.transition(agent.id, change);
  tell(changed ? [changed] : await store.agents.passedThrough(agent.id, change));
}

async function tellNextQuestion({ store, tell }: AgentServices, agent: AgentRecord): Promise<void> {
  const change = { to: 'AWAITING_INPUT', source: 'screen', detail: 'asks another question' } as const;
  const changed = await store.agents.transition(agent.id, change);
  if (changed) tell([changed]);
}

function checkAnswer(text: string, { mode = 'text' }: RespondOptions): void {
  if (text.trim() === '') {
    throw new MuxError('INVALID_ARGUMENT', 'The answer has no text.', {
      suggestion: "Give the text; to choose an option, give its number or its words with the mode 'option'.",
      details: { missing: 'text' },
    });
  }
  if (mode === 'text' || mode === 'option' || mode === 'other') return;
  throw new MuxError('INVALID_ARGUMENT', `'${String(mode)}' is not a way to answer.`, {
    suggestion: "Use 'text', 'option' or 'other'.",
    details: { mode },
  });
}

function wrongState({ id, name, state, stateSource, stateDetail }: AgentRecord): MuxError {
  const why = stateDetail === '' ? stateSource : `${stateSource}: ${stateDetail}`;
  return new MuxError(
    'AGENT_WRONG_STATE',
    `The agent '${name ?? id}' is ${state} (${why}), and not AWAITING_INPUT.`,
    {
      suggestion: 'Wait until it asks or has finished; to give it a first prompt, send text to its pane.',
      details: { agentId: id, state },
    },
  );
}

function hasEnded({ id, name, state, endReason }: AgentRecord): MuxError {
  return new MuxError('AGENT_WRONG_STATE', `The agent '${name ?? id}' has ended (${endReason ?? 'other'}).`, {
    suggestion: 'Start it again, or register the pane that it is in now.',
    details: { agentId: id, state },
  });
}
