import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  checkOutput,
  eventFilter,
  eventFollow,
  invokeStream,
  type OperationContext,
  readInput,
  requireReach,
} from '../operations/index.js';
import { asMuxError, problemDetails } from './problem.js';
import { openSignal } from './security/open-signal.js';
import type { ServerContext } from './server-context.js';
import { type ServerEvent, sseHeaders, sseStream } from './sse-stream.js';

interface EventsQuery {
  readonly types?: string | readonly string[];
  readonly target?: string;
  readonly host?: string;
  readonly since?: string;
}

/**
 * `GET /api/events`: all events, as server-sent events. A browser that reconnects sends the id of its last event,
 * and continues after it.
 */
export async function eventsRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { runtime, log, metrics } = context;
  const feed = await runtime.events();
  await feed.open();
  // Not waited for: a host that does not answer keeps nobody from being served.
  feed.start().catch((error: unknown) => log.error({ err: error }, 'the event feed could not start'));

  app.get('/api/events', { config: { scope: 'read' } }, async (request, reply) => {
    const input = readInput(eventFollow, inputOf(request));
    // What names nothing, or is out of reach, is refused by a status: it would be followed forever.
    checkOutput(input);
    const { caller } = request;
    await requireReach(eventFollow.name, input, { runtime, caller });
    const { target, host } = input;
    await eventFilter(runtime, { target, host });
    const signal = await openSignal(request, reply, context, 'stream');
    // Fixed before the response starts: a client that has seen its first bytes misses no later event.
    const { since = feed.lastId } = input;
    return send(reply, eventsOf({ ...input, since }, { signal, caller }), signal);
  });

  async function* eventsOf(
    input: unknown,
    calling: Pick<OperationContext, 'signal' | 'caller'>,
  ): AsyncGenerator<ServerEvent, void, undefined> {
    const invoking = { runtime, ...calling, progress: () => {} };
    for await (const event of invokeStream(eventFollow, input, invoking)) {
      metrics.events.inc({ type: event.type });
      yield { id: event.id, event: event.type, data: event };
    }
  }
}

function send(reply: FastifyReply, events: AsyncIterable<ServerEvent>, signal: AbortSignal): FastifyReply {
  const onError = (error: unknown): ServerEvent => ({
    event: 'error',
    data: problemDetails(asMuxError(error)),
  });
  return reply.headers(sseHeaders).send(sseStream(events, { signal, onError }));
}

/** Where both are given, what the browser had last is newer than the address that it began with. */
function inputOf(request: FastifyRequest): Record<string, unknown> {
  const { types, since, ...rest } = request.query as EventsQuery;
  const last = request.headers['last-event-id'] ?? since;
  const named = types === undefined ? [] : [types].flat().flatMap((some) => some.split(','));
  return {
    ...rest,
    ...(named.length > 0 && { types: named }),
    ...(last !== undefined && last !== '' && { since: last }),
  };
}
