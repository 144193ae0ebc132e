import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { MuxError, onAbort } from '../../model/index.js';
import type { ServerContext } from '../server-context.js';
import { Upgrades } from './upgrades.js';

/** One client behind a WebSocket. */
export interface LiveConnection {
  /** Asks whether the other end is still there. One that has not answered since the last time is ended. */
  beat(): void;
  /** It is not allowed any more. */
  refuse(reason: unknown): void;
  /** The server stops. */
  end(): void;
  /** Resolves when all that it has begun is done, which may take a moment longer than the connection. */
  done?(): Promise<void>;
}

export interface LiveSocketsOptions {
  /** Bytes of one message at most. */
  readonly maxPayload: number;
  /** What an ordinary request is answered. */
  noWebSocket(): MuxError;
}

/**
 * The WebSockets of one route. They end with the token that opened them, with the client, and with the server.
 */
export class LiveSockets {
  readonly #context: ServerContext;
  readonly #options: LiveSocketsOptions;
  readonly #upgrades: Upgrades;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<LiveConnection>();

  constructor(app: FastifyInstance, context: ServerContext, options: LiveSocketsOptions) {
    this.#context = context;
    this.#options = options;
    this.#upgrades = Upgrades.of(app);
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: options.maxPayload,
      // What goes over them is small pieces: to compress them costs time at every key.
      perMessageDeflate: false,
    });
    const heartbeat = setInterval(() => {
      for (const connection of this.#connections) connection.beat();
    }, HEARTBEAT_MS);
    heartbeat.unref();
    const endAll = (): void => {
      for (const connection of this.#connections) connection.end();
    };
    onAbort(context.closing, endAll);
    app.addHook('preClose', async () => {
      clearInterval(heartbeat);
      endAll();
      await Promise.all([...this.#connections].map((connection) => connection.done?.()));
    });
  }

  /** Makes a request a WebSocket. */
  async accept(
    request: FastifyRequest,
    reply: FastifyReply,
    connect: (socket: WebSocket) => LiveConnection,
  ): Promise<FastifyReply> {
    const { closing, leases, limits } = this.#context;
    if (!request.caller || closing.aborted) throw new MuxError('CLOSED', 'The server is shutting down.');
    const counted = limits.open(request.caller, 'connections');
    const lease = await leases.hold(request.caller.credential).catch((error: unknown) => {
      counted[Symbol.dispose]();
      throw error;
    });
    const upgrade = lease.signal.aborted ? undefined : this.#upgrades.take(request, reply);
    if (!upgrade) {
      counted[Symbol.dispose]();
      lease[Symbol.dispose]();
      throw lease.signal.reason ?? this.#options.noWebSocket();
    }
    const ended = (): void => {
      counted[Symbol.dispose]();
      lease[Symbol.dispose]();
    };
    upgrade.socket.once('close', ended);
    // It may have gone while its token was looked at.
    if (upgrade.socket.destroyed) ended();
    this.#sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      const connection = connect(socket);
      this.#connections.add(connection);
      onAbort(lease.signal, () => connection.refuse(lease.signal.reason));
      socket.once('close', () => void this.#forget(connection));
    });
    return reply;
  }

  async #forget(connection: LiveConnection): Promise<void> {
    await connection.done?.();
    this.#connections.delete(connection);
  }
}

/** A connection that answers no ping between two of them is gone. */
const HEARTBEAT_MS = 15_000;
