import type { FastifyReply } from 'fastify';
import { MuxError } from '../model/mux-error.js';

/** Aborted when the client goes away before it has its answer, or when one of the others is. */
export function requestSignal(reply: FastifyReply, ...others: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new MuxError('ABORTED', 'The client has gone.'));
  });
  return AbortSignal.any([controller.signal, ...others]);
}
