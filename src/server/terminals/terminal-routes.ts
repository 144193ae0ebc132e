import type { FastifyInstance } from 'fastify';
import { callOf, MuxError, phrase } from '../../model/index.js';
import { allows, type JoinOptions, requirePlaces, type TerminalMode } from '../../operations/index.js';
import type { ServerContext } from '../server-context.js';
import { LiveSockets } from '../sockets/live-sockets.js';
import { TerminalConnection } from './terminal-connection.js';

/** Live terminals as WebSockets: `GET /api/terminals?target=…&host=…&mode=view|control&history=LINES`. */
export async function terminalRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const sockets = new LiveSockets(app, context, { maxPayload: MOST_INPUT_BYTES, noWebSocket });

  app.get('/api/terminals', { config: { scope: 'read' } }, async (request, reply) => {
    const { caller } = request;
    const wanted = wishOf(request.query as Readonly<Record<string, unknown>>);
    const { runtime } = context;
    await requirePlaces([{ target: wanted.target, host: wanted.host }], { runtime, caller });
    const hub = await runtime.terminals();
    if (!caller || context.closing.aborted) throw new MuxError('CLOSED', 'The server is shutting down.');
    const mode: TerminalMode =
      wanted.mode === 'control' && allows(caller.scopes, 'control') ? 'control' : 'view';
    if (mode === 'control') {
      const { target, host } = wanted;
      await context.audit.record(
        { ...caller, address: request.ip },
        { action: 'terminal.control', target, host },
      );
    }
    return sockets.accept(request, reply, (socket) => {
      const connection = new TerminalConnection(socket);
      void connection.open(hub, { ...wanted, mode });
      return connection;
    });
  });
}

const MOST_INPUT_BYTES = 16 * 1024 * 1024;
const LONGEST = 1_000;

function wishOf(query: Readonly<Record<string, unknown>>): JoinOptions {
  const { target, host, mode = 'view', history = '0' } = query;
  if (typeof target !== 'string' || target === '' || target.length > LONGEST) {
    throw new MuxError('INVALID_ARGUMENT', 'A terminal needs a target.', {
      suggestion: 'Give a pane, a run, a worker or an agent: /api/terminals?target=%257',
    });
  }
  if (host !== undefined && (typeof host !== 'string' || host === '' || host.length > LONGEST)) {
    throw new MuxError('INVALID_ARGUMENT', 'The host of a terminal must be an address, such as local.');
  }
  if (mode !== 'view' && mode !== 'control') {
    throw new MuxError('INVALID_ARGUMENT', 'The mode of a terminal must be view or control.');
  }
  if (typeof history !== 'string' || !/^\d{1,6}$/.test(history)) {
    throw new MuxError('INVALID_ARGUMENT', 'The history of a terminal must be a number of lines.');
  }
  return { target, host, mode, history: Number(history) };
}

function noWebSocket(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'A terminal requires a WebSocket.', {
    suggestion: phrase`For the screen as text use ${callOf('pane.screen')}, for the output as events ${callOf('pane.watch')}.`,
  });
}
