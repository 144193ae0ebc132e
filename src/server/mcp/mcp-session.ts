import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { mcpServer, OpenCalls, type ToolNaming } from '../../mcp/index.js';
import type { MuxError } from '../../model/index.js';
import type { CallOperation, Runtime } from '../../operations/index.js';
import type { Caller } from '../server-context.js';

export interface McpSessionOptions {
  readonly runtime: Runtime;
  readonly version: string;
  readonly caller: Caller;
  /** Counts a stream that is followed; throws where there are too many. */
  readonly opening: () => Disposable;
  /** What this caller may call. */
  readonly operations: readonly CallOperation[];
  readonly named: ToolNaming;
  /** Is told of each call when it is over, with the code of its error. */
  readonly called: (operation: CallOperation, input: unknown, outcome: string) => Promise<void>;
  readonly makeId: () => string;
  readonly begun: (session: McpSession) => void;
  readonly ended: (session: McpSession) => void;
}

/** One model, from its `initialize` to its end, over as many requests as it likes. */
export class McpSession implements AsyncDisposable {
  readonly #transport: StreamableHTTPServerTransport;
  readonly #calls = new OpenCalls();
  readonly #server;
  /** As `performance.now()` has it. */
  usedAt = performance.now();

  constructor({ makeId, begun, ended, ...options }: McpSessionOptions) {
    this.#server = mcpServer({ ...options, calls: this.#calls });
    this.#transport = new StreamableHTTPServerTransport({
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
    // The declared types differ in what may be undefined, and in nothing else.
    await this.#server.connect(this.#transport as Transport);
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
