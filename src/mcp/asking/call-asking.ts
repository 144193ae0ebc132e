import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type CallOperation, type OperationContext, runInput } from '../../operations/index.js';
import { errorResult, outcomeOf } from '../error-result.js';
import { type AskedQuestion, askedQuestion } from './asked-question.js';
import { type Asked, type Given, giveAnswer } from './give-answer.js';
import { beginRun, type PendingRun, pendingRun, resumeRun } from './pending-run.js';
import { openState, sealState } from './sealed-state.js';

export interface Asking {
  readonly server: Server;
  readonly mcpReq: ServerContext['mcpReq'];
  readonly context: OperationContext;
  /** Called for each answer, typed or not. */
  readonly called: ((operation: CallOperation, input: unknown, outcome: string) => Promise<void>) | undefined;
}

/** What the client declared: for this request, or in revision 2025-11-25 when it began. */
export function declaredBy(server: Server, mcpReq: ServerContext['mcpReq']): ClientCapabilities {
  const { envelope } = mcpReq;
  const declared = (envelope as Readonly<Record<string, unknown>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
  return ((envelope ? declared : server.getClientCapabilities()) ?? {}) as ClientCapabilities;
}

/** Whether the client shows forms. An empty declaration is as old as forms are. */
export function showsForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Carries out a call of a client that shows forms. Where the program asks something, the client gets a form: as
 * the result, with which it calls again, or in revision 2025-11-25 as a request on the way. Who declines gets the answer that
 * other clients get, and can answer by `run_input`.
 */
export async function callAsking(
  operation: CallOperation,
  input: Readonly<Record<string, unknown>>,
  asking: Asking,
): Promise<CallToolResult | InputRequiredResult> {
  const { context, mcpReq } = asking;
  const call = [operation.name, input];
  const carried = mcpReq.requestState<string>();
  if (carried === undefined) {
    const result = await beginRun(operation, input, context);
    const pending = pendingRun(operation, input, result);
    return pending ? askOrAnswer(result, { pending, round: 0 }, call, asking) : result;
  }
  const { asked, ...state } = await openState<State & { readonly asked: Asked }>(carried, call, context);
  const responses = mcpReq.inputResponses ?? {};
  return settle(await given(asked, responses[keyOf(state)], asking), state, call, asking);
}

interface State {
  readonly pending: PendingRun;
  /** How many questions there were. */
  readonly round: number;
}

/** Answers with the result, or with what the run asks. */
async function askOrAnswer(
  result: CallToolResult,
  state: State,
  call: unknown,
  asking: Asking,
  remark?: string,
): Promise<CallToolResult | InputRequiredResult> {
  const { pending, round } = state;
  const { context, mcpReq } = asking;
  const { state: doing } = (result.structuredContent ?? {}) as { readonly state?: unknown };
  if (result.isError || doing !== 'waiting-for-input' || round >= MOST_ROUNDS) return result;
  const question = await askedQuestion(pending.run, pending.host, context, remark).catch(() => undefined);
  if (!question) return result;
  const next = { pending, round: round + 1 };
  const { form, ...asked } = question;
  if (mcpReq.envelope) {
    return inputRequired({
      inputRequests: { [keyOf(next)]: { method: 'elicitation/create', params: form } },
      requestState: await sealState({ ...next, asked }, call, context),
    });
  }
  const response = await elicited(form, mcpReq);
  return settle(await given(asked, response, asking), next, call, asking);
}

/** A client that never stops to answer wrongly, or a program that never stops to ask. */
const MOST_ROUNDS = 50;

function keyOf({ round }: Pick<State, 'round'>): string {
  return `question-${round}`;
}

async function settle(
  outcome: Given | Failed,
  state: State,
  call: unknown,
  asking: Asking,
): Promise<CallToolResult | InputRequiredResult> {
  if (outcome.is === 'failed') return outcome.result;
  const { pending } = state;
  const { context } = asking;
  if (outcome.is === 'given') return askOrAnswer(await resumeRun(pending, context), state, call, asking);
  const now = await resumeRun(pending, context, AT_ONCE_MS);
  return 'remark' in outcome ? askOrAnswer(now, state, call, asking, outcome.remark) : now;
}

/** One look. */
const AT_ONCE_MS = 1;

async function given(asked: Asked, response: unknown, asking: Asking): Promise<Given | Failed> {
  const { context, called } = asking;
  const { run, host } = asked;
  try {
    const outcome = await giveAnswer(asked, response, context);
    if (outcome.is !== 'declined')
      await called?.(
        runInput as CallOperation,
        { run, host },
        outcome.is === 'given' ? 'ok' : 'QUESTION_CHANGED',
      );
    return outcome;
  } catch (error) {
    const result = errorResult(error);
    await called?.(runInput as CallOperation, { run, host }, outcomeOf(result));
    return { is: 'failed', result };
  }
}

interface Failed {
  readonly is: 'failed';
  readonly result: CallToolResult;
}

/** By a request to the client, as revision 2025-11-25 has it. One that does not answer has declined. */
async function elicited(form: AskedQuestion['form'], mcpReq: ServerContext['mcpReq']): Promise<unknown> {
  try {
    const { signal } = mcpReq;
    return await mcpReq.send({ method: 'elicitation/create', params: form }, { signal, timeout: ANSWER_MS });
  } catch {
    return { action: 'cancel' };
  }
}

const ANSWER_MS = 600_000;
