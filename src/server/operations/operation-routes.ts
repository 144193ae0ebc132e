import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean, isMuxError, MuxError, shownText } from '../../model/index.js';
import { allOperations } from '../../operations/families.js';
import {
  type CallOperation,
  invoke,
  invokeStream,
  type Operation,
  type OperationContext,
  readInput,
  requireReach,
  type StreamOperation,
  scopeOf,
  waits,
  writtenOnce,
} from '../../operations/index.js';
import { asMuxError, problemDetails } from '../problem.js';
import { requestSignal } from '../request-signal.js';
import { openSignal } from '../security/open-signal.js';
import type { ServerContext } from '../server-context.js';
import { type ServerEvent, sseHeaders, sseStream } from '../sse-stream.js';
import { auditOf } from './audit-of.js';
import { readQuery } from './read-query.js';

/** `POST /api/operations/NAME` for each operation, and `GET` for those that change nothing. Streams are sent as events. */
export async function operationRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const operations = (await allOperations()).filter(({ faces }) => faces.includes('http'));
  for (const operation of operations) {
    const url = `/api/operations/${operation.name}`;
    const config = { scope: scopeOf(operation) };
    const answer = operation.kind === 'call' ? answerCall : answerStream;
    app.post(url, { config }, (request, reply) =>
      answer(operation as never, bodyOf(request), request, reply),
    );
    if (operation.effect !== 'read') continue;
    app.get(url, { config }, (request, reply) =>
      answer(operation as never, readQuery(operation, request.query as never), request, reply),
    );
  }
  const names = operations.map(({ name }) => name);
  app.all('/api/operations/*', { config: { scope: 'read' } }, async (request) => {
    throw unknownOperation((request.params as { '*': string })['*'], request.method, operations, names);
  });

  async function answerCall(
    operation: CallOperation,
    input: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    request.audited = auditOf(operation.name, input);
    // When the server closes, what only waits is given up; what is being done is finished.
    const signal = waits(operation, input)
      ? await openSignal(request, reply, context, 'wait')
      : requestSignal(reply, context.ending);
    try {
      const { caller } = request;
      const calling = { runtime: context.runtime, signal, caller, progress: () => {} };
      const output = await invoke(operation, input, calling);
      request.audited = auditOf(operation.name, input, output);
      const json = writtenOnce(output);
      return json === undefined ? output : reply.type('application/json; charset=utf-8').send(json);
    } catch (error) {
      // If the abort did not come from the client, report its real cause.
      throw isMuxError(error, 'ABORTED') && isMuxError(signal.reason) ? signal.reason : error;
    }
  }

  async function answerStream(
    operation: StreamOperation,
    input: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    request.audited = auditOf(operation.name, input);
    // What does not fit, or is out of reach, is refused by a status; what fails later is an event.
    const read = readInput(operation, input);
    await requireReach(operation.name, read, { runtime: context.runtime, caller: request.caller });
    const signal = await openSignal(request, reply, context, 'stream');
    const events = eventsOf(operation, input, { signal, caller: request.caller });
    const onError = (error: unknown): ServerEvent => ({
      event: 'error',
      data: problemDetails(asMuxError(error)),
    });
    return reply.headers(sseHeaders).send(sseStream(events, { signal, onError }));
  }

  async function* eventsOf(
    operation: StreamOperation,
    input: unknown,
    calling: Pick<OperationContext, 'signal' | 'caller'>,
  ): AsyncGenerator<ServerEvent, void, undefined> {
    const invoking = { runtime: context.runtime, ...calling, progress: () => {} };
    for await (const item of invokeStream(operation, input, invoking)) {
      const { type } = item as { readonly type?: unknown };
      yield { event: typeof type === 'string' ? type : 'item', data: item };
    }
    yield { event: 'end', data: {} };
  }
}

/** An empty request body means the defaults. */
function bodyOf({ body }: FastifyRequest): unknown {
  return body === undefined ? {} : body;
}

function unknownOperation(
  name: string,
  method: string,
  operations: readonly Operation[],
  names: readonly string[],
): MuxError {
  const known = operations.find((operation) => operation.name === name);
  if (known) {
    return new MuxError('ROUTE_NOT_FOUND', `${name} must be called with POST, not with ${method}.`, {
      suggestion: 'Operations that change something do not accept GET.',
    });
  }
  return new MuxError('ROUTE_NOT_FOUND', `'${shownText(name)}' is not an operation.`, {
    suggestion: didYouMean(name, names) ?? 'See /api/docs for the list.',
  });
}
