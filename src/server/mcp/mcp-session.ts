import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { mcpServer, OpenCalls } from '../../mcp/index.js';
import type { MuxError } from '../../model/index.js';
import type { McpOffer } from './offer-to.js';

export interface McpSessionOptions extends McpOffer {
  readonly makeId: () => string;
  readonly begun: (session: McpSession) => void;
  readonly ended: (session: McpSession) => void;
}

/** One model that speaks revision 2025-11-25 or older, from its `initialize` to its end, over as many requests as it likes. */
export class McpSession implements AsyncDisposable {
  readonly #transport: NodeStreamableHTTPServerTransport;
  readonly #calls = new OpenCalls();
  readonly #server;
  /** As `performance.now()` has it. */
  usedAt = performance.now();

  constructor({ makeId, begun, ended, ...options }: McpSessionOptions) {
    this.#server = mcpServer({ ...options, calls: this.#calls });
    this.#transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: makeId,
      onsessioninitialized: () => begun(this),
    });
    const close = this.#server.onclose;
    this.#server.onclose = () => {
      close?.();
      ended(this);
    };
  }

  get id(): string {
    return this.#transport.sessionId ?? '';
  }

  /** Before the first request. */
  async open(): Promise<void> {
    await this.#server.connect(this.#transport);
  }

  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    this.usedAt = performance.now();
    await this.#transport.handleRequest(request, response, body);
  }

  /** Gives up waits, for a reason, lets the other calls be answered for so long, and ends all streams. */
  async close(graceMs: number, reason?: MuxError): Promise<void> {
    await this.#calls.end(graceMs, reason);
    await this.#server.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server.close();
  }
}
