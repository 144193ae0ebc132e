import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listenRequest, mcpServer, OpenCalls, Resources } from '../../mcp/index.js';
import type { MuxError } from '../../model/index.js';
import type { McpOffer } from './offer-to.js';

/**
 * One request of revision 2026-07-28 and its answer, which may be a stream. Nothing is kept for the next one: tools, reach
 * and what is followed are those of this request.
 */
export class McpExchange {
  readonly #calls = new OpenCalls();
  readonly #resources: Resources;
  readonly #handler;

  constructor(offer: McpOffer) {
    const calls = this.#calls;
    this.#handler = createMcpHandler(() => mcpServer({ ...offer, calls }), { legacy: 'reject' });
    this.#resources = new Resources({
      ...offer,
      updated: async (uri) => this.#handler.notify.resourceUpdated(uri),
    });
  }

  /** Resolves when the answer is written, or the client has gone. */
  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const listen = listenRequest(body);
      const asked = listen ? listen.naming(await this.#resources.follow(listen.uris, gone.signal)) : body;
      // The declared types differ in what may be undefined, and in nothing else.
      await toNodeHandler(this.#handler)(request as NodeIncomingMessageLike, response, asked);
    } finally {
      this.#resources.close();
    }
  }

  /** Gives up a wait, for a reason, lets another call be answered for so long, and ends a stream by its result. */
  async close(graceMs: number, reason?: MuxError): Promise<void> {
    await this.#calls.end(graceMs, reason);
    await this.#handler.close();
  }
}
