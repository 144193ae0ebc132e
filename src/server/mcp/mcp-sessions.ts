import { randomUUID } from 'node:crypto';
import { MuxError, onAbort } from '../../model/index.js';
import type { Caller, ServerContext } from '../server-context.js';
import { McpSession } from './mcp-session.js';
import { offerTo } from './offer-to.js';

/** The sessions of all models of revision 2025-11-25 or older. One belongs to the token that began it, and nobody else can use it. */
export class McpSessions implements AsyncDisposable {
  readonly #context: ServerContext;
  readonly #sessions = new Map<string, { readonly session: McpSession; readonly tokenId: string }>();
  readonly #sweep: NodeJS.Timeout;

  constructor(context: ServerContext) {
    this.#context = context;
    this.#sweep = setInterval(() => this.#endIdle(IDLE_MS), IDLE_MS / 4).unref();
  }

  /** Makes one; it is known when its `initialize` has been handled. */
  async begin(caller: Caller, address: string, tools: readonly string[] | undefined): Promise<McpSession> {
    const { metrics, leases, limits } = this.#context;
    const counted = limits.open(caller, 'connections');
    const lease = await leases.hold(caller.credential).catch((error: unknown) => {
      counted[Symbol.dispose]();
      throw error;
    });
    if (lease.signal.aborted) counted[Symbol.dispose]();
    lease.signal.throwIfAborted();
    if (this.#sessions.size >= MOST_SESSIONS) this.#makeRoom();
    const session = new McpSession({
      ...(await offerTo(caller, address, tools, this.#context)),
      makeId: randomUUID,
      begun: (one) => {
        this.#sessions.set(one.id, { session: one, tokenId: caller.tokenId });
        metrics.connections.set({ kind: 'mcp' }, this.#sessions.size);
      },
      ended: (one) => {
        counted[Symbol.dispose]();
        lease[Symbol.dispose]();
        this.#sessions.delete(one.id);
        metrics.connections.set({ kind: 'mcp' }, this.#sessions.size);
      },
    });
    // What the model waits for is answered with the reason; what it does just now is finished.
    const end = (): void => void session.close(GRACE_MS, lease.signal.reason as MuxError);
    onAbort(lease.signal, end);
    await session.open();
    return session;
  }

  /** Fails with `MCP_SESSION_NOT_FOUND`, also where it belongs to somebody else. */
  get(id: string, { tokenId }: Caller): McpSession {
    const known = this.#sessions.get(id);
    if (known && known.tokenId === tokenId) return known.session;
    throw new MuxError('MCP_SESSION_NOT_FOUND', 'The session does not exist or has ended.', {
      suggestion: 'Start a new one with initialize, without the header Mcp-Session-Id.',
    });
  }

  /** Lets what is being done be answered for so long. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ session }) => session.close(graceMs)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close(0);
  }

  #endIdle(idleMs: number): void {
    const now = performance.now();
    for (const { session } of this.#sessions.values()) {
      if (now - session.usedAt > idleMs) void session[Symbol.asyncDispose]();
    }
  }

  /** Ends the session that was not used for the longest time, of the token that has most of them. */
  #makeRoom(): void {
    const byToken = new Map<string, McpSession[]>();
    for (const { session, tokenId } of this.#sessions.values())
      byToken.set(tokenId, [...(byToken.get(tokenId) ?? []), session]);
    const [most = []] = [...byToken.values()].sort((a, b) => b.length - a.length);
    const [oldest] = most.sort((a, b) => a.usedAt - b.usedAt);
    void oldest?.[Symbol.asyncDispose]();
  }
}

/** A client that went away without a word is forgotten after this long. */
const IDLE_MS = 3_600_000;

/** What a model has begun when its token ends gets this long. */
const GRACE_MS = 5_000;

/** Beyond this, one makes room for the next. */
const MOST_SESSIONS = 200;
