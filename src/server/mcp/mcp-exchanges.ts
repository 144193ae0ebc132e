import type { FastifyReply, FastifyRequest } from 'fastify';
import { listenRequest } from '../../mcp/index.js';
import { type MuxError, onAbort } from '../../model/index.js';
import { whenClosed } from '../request-signal.js';
import type { Caller, ServerContext } from '../server-context.js';
import { McpExchange } from './mcp-exchange.js';
import { offerTo } from './offer-to.js';

/** The requests of revision 2026-07-28 that are not answered yet. */
export class McpExchanges {
  readonly #context: ServerContext;
  readonly #open = new Set<McpExchange>();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /** Makes the exchange for a request. It ends with its connection, or with the token. */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    tools: readonly string[] | undefined,
  ): Promise<McpExchange> {
    const caller = request.caller as Caller;
    const { leases, limits } = this.#context;
    const lease = await leases.hold(caller.credential);
    whenClosed(reply, () => lease[Symbol.dispose]());
    lease.signal.throwIfAborted();
    if (listenRequest(request.body)) {
      const counted = limits.open(caller, 'connections');
      whenClosed(reply, () => counted[Symbol.dispose]());
    }
    const exchange = new McpExchange(await offerTo(caller, request.ip, tools, this.#context));
    this.#open.add(exchange);
    whenClosed(reply, () => this.#open.delete(exchange));
    onAbort(lease.signal, () => void exchange.close(GRACE_MS, lease.signal.reason as MuxError));
    return exchange;
  }

  /** Lets what is being done be answered for so long. */
  async close(graceMs: number): Promise<void> {
    await Promise.all([...this.#open].map((exchange) => exchange.close(graceMs)));
  }
}

/** What a model has begun when its token ends gets this long. */
const GRACE_MS = 5_000;
