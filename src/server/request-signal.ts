import type { FastifyReply } from 'fastify';
import { MuxError } from '../model/mux-error.js';

/** Aborted when the client goes away before it has its answer, or when `also` is. */
export function requestSignal(reply: FastifyReply, also: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new MuxError('ABORTED', 'The client has gone.'));
  });
  return also ? AbortSignal.any([controller.signal, also]) : controller.signal;
}
