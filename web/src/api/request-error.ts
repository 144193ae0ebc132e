/** Why a request failed, as the server tells it: a code of the catalogue, a sentence, what to do. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: string;
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(problem: Problem, status: number) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`);
    this.code = problem.code ?? 'UNKNOWN';
    this.status = status;
    this.suggestion = problem.suggestion;
    this.details = problem.details ?? {};
  }
}

/** `application/problem+json` as the server sends it. */
interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The error of an answer that is not fine. */
export async function errorOf(response: Response): Promise<RequestError> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const problem = isJson ? ((await response.json().catch(() => ({}))) as Problem) : {};
  return new RequestError(problem, response.status);
}

/** No answer at all: the server is gone, or the network. */
export function noAnswer(cause: unknown): RequestError {
  const error = new RequestError(
    {
      code: 'SERVER_GONE',
      detail: 'The server does not answer.',
      suggestion: 'Check whether `mux serve` is still running. This page reconnects automatically.',
    },
    0,
  );
  error.cause = cause;
  return error;
}

export function isRequestError(error: unknown): error is RequestError {
  return error instanceof RequestError;
}
