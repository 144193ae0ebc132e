import {
  type BridgeContext,
  type Evidence,
  questionChanged,
  type Receipt,
  type SendResult,
  type SendTextOptions,
} from '../../delivery/index.js';
import { type CallOptions, MuxError } from '../../model/index.js';
import { namedQuestion } from '../../screen/index.js';
import type { AgentRecord, StoredAgentState } from '../../store/index.js';
import { answerOther } from './answer/answer-other.js';
import { chooseOption } from './answer/choose-option.js';
import { findOption } from './answer/find-option.js';
import { MenuTalk } from './answer/menu-talk.js';
import { lookAtAgent } from './look-at-agent.js';

export interface RespondOptions extends CallOptions {
  /**
   * - `text`: the text goes into the input box
   * - `option`: the text is the number or the words of an option of the question on the screen
   * - `other`: the text is the answer in one's own words to a question that has an option for that
   * @default 'text'
   */
  readonly mode?: 'text' | 'option' | 'other' | undefined;
  /**
   * Fingerprint of the question that is answered. Where the screen shows another one at the moment of the key, nothing
   * is sent and the call fails with `QUESTION_CHANGED`.
   */
  readonly fingerprint?: string | undefined;
  /** A second call with the same key sends nothing and gives the first result, whatever the agent does by then. */
  readonly idempotencyKey?: string | undefined;
}

/** What a response came to, in the words that go over the wire. */
export interface RespondResult {
  readonly status: 'ok';
  readonly agent_id: string;
  /** `PROCESSING`; `AWAITING_INPUT` where the agent asks the next question at once. */
  readonly new_state: StoredAgentState;
  readonly latency_ms: number;
  readonly turn_id: number;
  readonly receipt: Receipt;
}

/** An answer that the agent took. */
export interface Delivered {
  readonly receipt: Receipt;
  /** The answer in words. */
  readonly text: string;
  readonly asksAgain: boolean;
}

export interface DeliverParts {
  readonly agent: AgentRecord;
  readonly paneId: string;
  readonly context: BridgeContext;
  sendText(paneId: string, text: string, options: SendTextOptions): Promise<SendResult>;
}

/** Brings an answer to the agent, the way that the mode says. Throws where nothing proves that it was taken. */
export async function deliver(
  parts: DeliverParts,
  text: string,
  options: RespondOptions,
): Promise<Delivered> {
  const { mode = 'text' } = options;
  const begin = performance.now();
  const receiptOf = (evidence: readonly Evidence[]): Receipt => ({
    status: 'submitted',
    evidence,
    attempts: 1,
    latencyMs: Math.round((performance.now() - begin) * 10) / 10,
    at: parts.context.clock(),
  });
  const { context, paneId, agent } = parts;
  if (mode === 'text') {
    if (options.fingerprint !== undefined) await requireQuestion(parts, options.fingerprint);
    return { receipt: await send(parts, text, options), text, asksAgain: false };
  }
  const holding = { ...callOptions(options), profile: agent.profile, fingerprint: options.fingerprint };
  if (mode === 'option') {
    const chosen = await MenuTalk.hold(context, paneId, holding, (talk) =>
      chooseOption(talk, (menu) => findOption(menu, text)),
    );
    return { receipt: receiptOf(chosen.evidence), text: chosen.label, asksAgain: chosen.asksAgain };
  }
  const other = await MenuTalk.hold(context, paneId, holding, (talk) => answerOther(talk, text));
  if (other.kind === 'answered') {
    return { receipt: receiptOf(other.evidence), text, asksAgain: other.asksAgain };
  }
  const receipt = await send(parts, text, options);
  return {
    receipt: { ...receipt, evidence: [...other.evidence, ...receipt.evidence] },
    text,
    asksAgain: false,
  };
}

/** Text goes into an input box, and past no dialog; what was read must still be there all the same. */
async function requireQuestion({ context, paneId, agent }: DeliverParts, fingerprint: string): Promise<void> {
  const { screen, seen } = await lookAtAgent(context.tmux, paneId, agent, context.profiles, {
    timeoutMs: context.commandTimeoutMs,
  });
  if (!namedQuestion(seen, fingerprint, { menu: screen.menu }))
    throw questionChanged(paneId, { screen: seen, agent: screen });
}

async function send(parts: DeliverParts, text: string, options: RespondOptions): Promise<Receipt> {
  const { profile } = parts.agent;
  const result = await parts.sendText(parts.paneId, text, {
    ...callOptions(options),
    verifyEnter: true,
    ...(profile !== undefined && { profile }),
    ...(options.idempotencyKey !== undefined && { idempotencyKey: options.idempotencyKey }),
  });
  if (result.success && result.receipt) return result.receipt;
  throw notDelivered(result);
}

function callOptions({ timeoutMs, signal }: RespondOptions): CallOptions {
  return { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) };
}

/** What the bridge tells as a value, as an error. */
function notDelivered(result: SendResult): MuxError {
  const { errorCode = 'SEND_UNCONFIRMED', errorMessage = 'The text was not delivered.', advice } = result;
  return new MuxError(errorCode, errorMessage, {
    suggestion: advice,
    details: {
      errorType: result.errorType ?? 'UNKNOWN',
      ...(result.status !== undefined && { status: result.status }),
      ...(result.receipt && { receipt: result.receipt }),
      ...(result.dump !== undefined && { dump: result.dump }),
      ...(result.lostDraft !== undefined && { lostDraft: result.lostDraft }),
    },
  });
}
