import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, httpStatus, type MuxError } from '../../model/index.js';
import { bridgeErrorType, operationWords } from '../../operations/index.js';
import { asMuxError } from '../problem.js';

/** What these addresses answer with where something failed: the form that their callers know. */
export interface RespondError {
  readonly status: 'error';
  readonly error_type: string;
  readonly message: string;
  readonly code: ErrorCode;
  readonly suggestion?: string | undefined;
  /** `unconfirmed`: the text may have arrived, and was not sent again. */
  readonly receipt_status?: unknown;
  readonly evidence?: unknown;
  /** The question that is there now, where the answer was meant for another one. */
  readonly question?: unknown;
  readonly fingerprint?: unknown;
}

export async function sendRespondError(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): Promise<FastifyReply> {
  const error = asMuxError(thrown);
  request.failedWith = error.code;
  if (error.code === 'INTERNAL_ERROR') request.log.error({ err: thrown }, 'a bug in muxwright');
  const [status, body] = respondError(error);
  return reply.code(status).send(body);
}

export function respondError(error: MuxError): readonly [status: number, body: RespondError] {
  const { code, message, advice, details } = error;
  const { status: receiptStatus, receipt } = details;
  const known = types[code];
  const [status, type] = known ?? [isRefusal(code) ? httpStatus[code] : 502, bridgeErrorType(code)];
  return [
    status,
    {
      status: 'error',
      error_type: known || !isRefusal(code) ? type : code.toLowerCase(),
      message,
      code,
      ...(advice && { suggestion: advice.in(operationWords) }),
      ...(receiptStatus !== undefined && { receipt_status: receiptStatus }),
      ...(code === 'QUESTION_CHANGED' && { question: details.question, fingerprint: details.fingerprint }),
      ...(receipt !== undefined && { evidence: (receipt as { readonly evidence?: unknown }).evidence }),
    },
  ];
}

const types: Partial<Readonly<Record<ErrorCode, readonly [status: number, type: string]>>> = {
  AGENT_NOT_FOUND: [404, 'agent_not_found'],
  AGENT_WRONG_STATE: [409, 'wrong_state'],
  QUESTION_CHANGED: [409, 'question_changed'],
  NO_PANE_ID: [400, 'no_pane_id'],
  PANE_NOT_FOUND: [503, 'pane_not_found'],
  WINDOW_NOT_FOUND: [503, 'pane_not_found'],
  SESSION_NOT_FOUND: [503, 'pane_not_found'],
  NO_SERVER: [503, 'pane_not_found'],
  AGENT_PANE_LOST: [503, 'pane_not_found'],
  TMUX_NOT_INSTALLED: [503, 'tmux_not_installed'],
};

/** Faults of the request or its caller, independent of any delivery. */
function isRefusal(code: ErrorCode): boolean {
  return refusals.has(code);
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'KEY_REUSED',
  'INVALID_ARGUMENT',
  'MALFORMED_REQUEST',
  'REQUEST_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'HOST_NOT_ALLOWED',
  'TARGET_NOT_ALLOWED',
  'TOO_MANY_CONNECTIONS',
  'TOO_MANY_STREAMS',
  'TOO_MANY_FAILURES',
  'STORE_UNAVAILABLE',
  'INTERNAL_ERROR',
]);
