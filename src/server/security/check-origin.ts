import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { MuxError, shownText } from '../../model/index.js';

/**
 * Refuses what a foreign page makes a browser send.
 *
 * A page that points its own name at this machine (DNS rebinding) comes with that name as `Host`, so only addresses,
 * `localhost` and names that were allowed are taken. A page of another origin says so in `Origin`, on every request that
 * may change something and on every WebSocket.
 */
export function checkOrigin(request: FastifyRequest, allowedHosts: ReadonlySet<string>): void {
  const { host = '', origin } = request.headers;
  if (!isOurName(host, allowedHosts)) {
    throw new MuxError('FORBIDDEN', `The server does not answer to the name '${shownText(host)}'.`, {
      suggestion: 'Use localhost or an IP address, or start the server with --allow-host NAME.',
    });
  }
  if (origin === undefined || !(changes(request) || isUpgrade(request))) return;
  if (originHost(origin) === host.toLowerCase()) return;
  throw new MuxError('FORBIDDEN', `Pages of '${shownText(origin)}' may not use this server.`, {
    suggestion: 'Open the dashboard at the address of the server.',
  });
}

/**
 * A browser sends the cookie regardless of the page that made the request, so a change authenticated by a cookie
 * has to name its origin. All browsers send `Origin` with it.
 */
export function requireOrigin(request: FastifyRequest): void {
  if (request.headers.origin !== undefined || !(changes(request) || isUpgrade(request))) return;
  throw new MuxError('FORBIDDEN', 'A change authenticated by a cookie needs the header Origin.', {
    suggestion: 'Programs use a token: Authorization: Bearer mux_….',
  });
}

function isUpgrade({ headers }: FastifyRequest): boolean {
  return headers.upgrade !== undefined;
}

function changes({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function isOurName(host: string, allowed: ReadonlySet<string>): boolean {
  const name = hostname(host);
  return name !== undefined && (name === 'localhost' || isIP(name) !== 0 || allowed.has(name));
}

/** The name without the port; `undefined` if it is not a valid host. */
function hostname(host: string): string | undefined {
  const [, six, name] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::\d{1,5})?$/.exec(host) ?? [];
  return (six ?? name)?.toLowerCase();
}

function originHost(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase())?.[1];
}
