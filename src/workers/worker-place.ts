import { formatHostAddress, type HostAddress, MuxError, parseHostAddress } from '../model/index.js';
import type { WorkerServices } from './worker-services.js';

/** A host, with its socket or beside it. */
export interface WorkerPlace {
  readonly host?: string | HostAddress | undefined;
  readonly socket?: string | undefined;
}

/** The address of a place; without a host it is the usual one. */
export function placeOf(
  { host: usual }: Pick<WorkerServices, 'host'>,
  { host, socket }: WorkerPlace,
): string {
  const address = typeof host === 'object' ? host : parseHostAddress(host ?? usual);
  if (socket === undefined) return formatHostAddress(address);
  if (host !== undefined && address.socket !== undefined && address.socket !== socket) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `The address names the socket '${address.socket}', and the option '${socket}'.`,
      { suggestion: 'Name the socket once.' },
    );
  }
  // Through the parser, which knows what a socket may be called.
  const bare = formatHostAddress({ ...address, socket: undefined });
  return formatHostAddress(parseHostAddress(`${bare}?socket=${encodeURIComponent(socket)}`));
}
