import type { FastifyInstance } from 'fastify';
import { MuxError } from '../../model/index.js';
import type { ServerContext } from '../server-context.js';
import { LiveSockets } from '../sockets/live-sockets.js';
import { StreamConnection } from './stream-connection.js';

/**
 * `GET /api/streams`: any number of streams over one WebSocket. Browsers open few connections to one server for
 * ordinary requests, and every event stream takes one of them for good; WebSockets are counted apart.
 */
export async function streamRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const sockets = new LiveSockets(app, context, { maxPayload: MOST_REQUEST_BYTES, noWebSocket });
  app.get('/api/streams', { config: { scope: 'read' } }, async (request, reply) => {
    const { caller, ip } = request;
    if (!caller) throw new MuxError('CLOSED', 'The server is shutting down.');
    return sockets.accept(request, reply, (socket) => new StreamConnection(socket, context, caller, ip));
  });
}

const MOST_REQUEST_BYTES = 1024 * 1024;

function noWebSocket(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'Several streams at once require a WebSocket.', {
    suggestion:
      'A single stream is available as server-sent events: GET /api/events, GET /api/operations/run.follow?run=…',
  });
}
