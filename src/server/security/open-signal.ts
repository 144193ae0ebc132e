import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestSignal } from '../request-signal.js';
import type { ServerContext } from '../server-context.js';

/**
 * For what stays open: aborted when the client goes away, the server closes, or the token ends that it was opened with.
 * Fails where that has ended already.
 */
export async function openSignal(
  { caller }: FastifyRequest,
  reply: FastifyReply,
  { leases, closing }: Pick<ServerContext, 'leases' | 'closing'>,
): Promise<AbortSignal> {
  if (!caller) return requestSignal(reply, closing);
  const lease = await leases.hold(caller.credential);
  reply.raw.once('close', () => lease[Symbol.dispose]());
  lease.signal.throwIfAborted();
  return requestSignal(reply, closing, lease.signal);
}
