import type { FastifyReply } from 'fastify';
import { eitherSignal, MuxError } from '../model/index.js';

/** Aborted when the client goes away before it has its answer, or when one of the others is. */
export function requestSignal(reply: FastifyReply, ...others: readonly AbortSignal[]): AbortSignal {
  const client = new AbortController();
  const either = eitherSignal(client.signal, ...others);
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) client.abort(new MuxError('ABORTED', 'The client disconnected.'));
    either[Symbol.dispose]();
  });
  return either.signal;
}

/** Calls back when the connection of a reply has closed, also if that was before. */
export function whenClosed(reply: FastifyReply, listener: () => void): void {
  if (reply.raw.closed) listener();
  else reply.raw.once('close', listener);
}
