import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The id of a request: the one from the proxy, if it is valid, so that both logs use the same id. */
export function requestId({ headers }: { readonly headers: FastifyRequest['headers'] }): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

/** One entry for each request: caller, route, result, duration. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller, failedWith, audited } = request;
    const { statusCode, elapsedTime } = reply;
    const entry = {
      caller: caller?.name,
      method,
      // Never the address itself: its query may hold a code, and its path a name that is a secret.
      route: routeOf(request),
      operation: audited?.action,
      status: statusCode,
      code: failedWith,
      ms: Math.round(elapsedTime * 10) / 10,
    };
    const isProbe = entry.route === '/healthz' || entry.route === '/readyz' || entry.route === '/metrics';
    request.log[statusCode >= 500 ? 'warn' : isProbe ? 'debug' : 'info'](entry, 'request');
  });
}

/** The pattern of the route that was asked. */
export function routeOf({ is404, routeOptions }: FastifyRequest): string {
  return is404 ? 'unknown' : (routeOptions.url ?? 'unknown');
}
