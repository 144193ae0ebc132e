import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { MuxError } from '../../model/mux-error.js';
import type { ServerContext } from '../server-context.js';
import { Upgrades } from '../terminals/upgrades.js';
import { StreamConnection } from './stream-connection.js';

/**
 * `GET /api/streams`: any number of streams over one WebSocket. Browsers open few connections to one server for
 * ordinary requests, and every event stream takes one of them for good; WebSockets are counted apart.
 */
export async function streamRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const upgrades = Upgrades.of(app);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_REQUEST_BYTES,
    perMessageDeflate: false,
  });
  const connections = new Set<StreamConnection>();
  const heartbeat = setInterval(() => {
    for (const connection of connections) connection.beat();
  }, HEARTBEAT_MS);
  heartbeat.unref();

  app.get('/api/streams', { config: { scope: 'read' } }, async (request, reply) => {
    const { caller, ip } = request;
    if (!caller || context.closing.aborted) throw new MuxError('CLOSED', 'The server is being stopped.');
    const lease = await context.leases.hold(caller.credential);
    const upgrade = lease.signal.aborted ? undefined : upgrades.take(request, reply);
    if (!upgrade) {
      lease[Symbol.dispose]();
      throw lease.signal.reason ?? noWebSocket();
    }
    upgrade.socket.once('close', () => lease[Symbol.dispose]());
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      const connection = new StreamConnection(socket, context, caller, ip);
      connections.add(connection);
      lease.signal.addEventListener('abort', () => connection.refuse(lease.signal.reason), { once: true });
      // What its streams have begun may take a moment longer than the connection.
      socket.once('close', () => void connection.done().then(() => connections.delete(connection)));
    });
    return reply;
  });

  const closeAll = (): void => {
    for (const connection of connections) connection.end();
  };
  context.closing.addEventListener('abort', closeAll, { once: true });
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    closeAll();
    await Promise.all([...connections].map((connection) => connection.done()));
  });
}

/** A connection that answers no ping between two of them is gone. */
const HEARTBEAT_MS = 15_000;
const MOST_REQUEST_BYTES = 1024 * 1024;

function noWebSocket(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'Streams are only to be had together over a WebSocket.', {
    suggestion:
      'One by one they are server-sent events: GET /api/events, GET /api/operations/run.follow?run=…',
  });
}
