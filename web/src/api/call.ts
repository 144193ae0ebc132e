import { connection } from './connection.js';
import type { Input, OperationName, Output } from './operations.js';
import { errorOf, noAnswer } from './request-error.js';

/**
 * Calls an operation of the server. What fails throws a `RequestError`.
 *
 * @example
 * const { sessions } = await call('pane.list', { host: 'local' });
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  return (await requestJson(`/api/operations/${name}`, { body: input, signal })) as Output<Name>;
}

/** Any address of the server that gives JSON. With a body it is a POST. */
async function requestJson(
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal | undefined } = {},
): Promise<unknown> {
  await connection.settled();
  signal?.throwIfAborted();
  const response = await answerOf(path, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(signal && { signal }),
  });
  return response.json();
}

async function answerOf(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    connection.lost();
    throw noAnswer(error);
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  if (response.status === 401) connection.signedOut(error);
  throw error;
}

/** Whether an error only says that nobody wanted the answer any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
