import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ErrorCode,
  errorCatalogue,
  httpStatus,
  isMuxError,
  MuxError,
  type OperationCall,
  shownText,
} from '../model/index.js';
import { operationWords } from '../operations/index.js';

/** RFC 9457: what went wrong, for programs and people. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly suggestion?: string | undefined;
  /** The operations named in the suggestion, with the known part of their input. */
  readonly next?: readonly OperationCall[];
  readonly details: Readonly<Record<string, unknown>>;
}

export function problemDetails(error: MuxError): ProblemDetails {
  const { code, message, advice, next, details } = error;
  return {
    type: `/api/errors/${code}`,
    title: errorCatalogue[code].meaning,
    status: httpStatus[code],
    detail: message,
    code,
    ...(advice && { suggestion: advice.in(operationWords) }),
    ...(next.length > 0 && { next }),
    details,
  };
}

/** Answers with an error. */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): Promise<FastifyReply> {
  const error = asMuxError(thrown);
  if (error.code === 'INTERNAL_ERROR') request.log.error({ err: thrown }, 'a bug in muxwright');
  request.failedWith = error.code;
  const problem = problemDetails(error);
  const { retryAfterSeconds } = error.details;
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** For an address that there is nothing at. */
export function nothingHere(url: string): MuxError {
  const [path = ''] = url.split('?', 1);
  return new MuxError('ROUTE_NOT_FOUND', `There is nothing at '${shownText(path)}'.`, {
    suggestion: 'See /api/docs for the list.',
  });
}

/** What fastify refuses before any of our code sees it, in our words. */
export function asMuxError(thrown: unknown): MuxError {
  if (isMuxError(thrown)) return thrown;
  const { code, statusCode } = thrown as Partial<FastifyError>;
  const known = typeof code === 'string' ? refusals[code] : undefined;
  if (known) return new MuxError(known.code, known.message, { suggestion: known.suggestion });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new MuxError('MALFORMED_REQUEST', 'The request cannot be read.', { suggestion: LOOK_UP });
  }
  return new MuxError('INTERNAL_ERROR', 'Internal error in muxwright.', {
    suggestion: 'See the server log for details, and please report it.',
  });
}

const LOOK_UP = 'See /api/docs for the format of each request.';

const refusals: Readonly<
  Record<string, { readonly code: ErrorCode; readonly message: string; readonly suggestion: string }>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'REQUEST_TOO_LARGE',
    message: 'The request body exceeds the limit of the server.',
    suggestion: 'Send less data per request.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The body of the request must be JSON.',
    suggestion: 'Send it with content-type: application/json.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'MALFORMED_REQUEST',
    message: 'The request body is not valid JSON.',
    suggestion: LOOK_UP,
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'MALFORMED_REQUEST',
    message: 'The body of the request is empty, and must be JSON.',
    suggestion: 'Send {} if there is no input.',
  },
};
