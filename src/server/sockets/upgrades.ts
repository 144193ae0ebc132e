import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A connection that asks to become a WebSocket. */
export interface Upgrade {
  readonly socket: Duplex;
  /** What has come of it already. */
  readonly head: Buffer;
}

/**
 * Sends requests that ask for a WebSocket through the routes like all others, so that the same checks stand before
 * them. What a route does not take over is answered as HTTP, and the connection ends.
 */
export class Upgrades {
  static readonly #known = new WeakMap<object, Upgrades>();
  readonly #waiting = new WeakMap<IncomingMessage, Upgrade>();

  /** The one of a server: a request is sent through its routes once. */
  static of(app: FastifyInstance): Upgrades {
    const upgrades = Upgrades.#known.get(app.server) ?? new Upgrades(app);
    Upgrades.#known.set(app.server, upgrades);
    return upgrades;
  }

  private constructor(app: FastifyInstance) {
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      this.#waiting.set(request, { socket, head });
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      // A socket by its type, which is all that this needs of it.
      response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
      response.once('finish', () => socket.end());
      app.routing(request, response);
    });
  }

  /** The connection of a request, which is the route's own from now on; `undefined` for an ordinary request. */
  take({ raw }: FastifyRequest, reply: FastifyReply): Upgrade | undefined {
    const upgrade = this.#waiting.get(raw);
    if (!upgrade) return undefined;
    this.#waiting.delete(raw);
    reply.hijack();
    reply.raw.detachSocket(upgrade.socket as Parameters<ServerResponse['detachSocket']>[0]);
    return upgrade;
  }
}
