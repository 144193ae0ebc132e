import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestSignal, whenClosed } from '../request-signal.js';
import type { ServerContext } from '../server-context.js';

/** `stream`: items come one after the other. `wait`: one answer, later. */
type Staying = 'stream' | 'wait';

/**
 * For what stays open: aborted when the client goes away, the server closes, or the token ends that it was opened with.
 * Fails where that has ended already, or has too much open.
 */
export async function openSignal(
  { caller }: FastifyRequest,
  reply: FastifyReply,
  { leases, limits, closing }: Pick<ServerContext, 'leases' | 'limits' | 'closing'>,
  staying: Staying,
): Promise<AbortSignal> {
  if (!caller) return requestSignal(reply, closing);
  const stream = limits.open(caller, 'streams');
  whenClosed(reply, () => stream[Symbol.dispose]());
  if (staying === 'stream') {
    const connection = limits.open(caller, 'connections');
    whenClosed(reply, () => connection[Symbol.dispose]());
  }
  const lease = await leases.hold(caller.credential);
  whenClosed(reply, () => lease[Symbol.dispose]());
  lease.signal.throwIfAborted();
  return requestSignal(reply, closing, lease.signal);
}
