import type { FastifyInstance } from 'fastify';
import { MuxError } from '../../model/index.js';
import { allows, confinementOf } from '../../operations/index.js';
import type { RouteScope, ServerContext } from '../server-context.js';
import { authenticate } from './authenticate.js';
import { checkOrigin } from './check-origin.js';
import type { FailureLimit } from './failure-limit.js';
import { securityHeaders } from './security-headers.js';

export interface AccessOptions {
  /** In small letters. May change while the server runs. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly failures: FailureLimit;
}

/** The only place for access control. It runs before every route, including WebSockets and files. */
export function guardAccess(
  app: FastifyInstance,
  context: ServerContext,
  { allowedHosts, failures }: AccessOptions,
): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('audited', undefined);
  app.decorateRequest('failedWith', undefined);

  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.scope === undefined) {
      throw new MuxError('INTERNAL_ERROR', `The route ${String(method)} ${url} has no required scope.`);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    checkOrigin(request, allowedHosts);
    const needed: RouteScope = request.routeOptions.config.scope ?? 'public';
    if (needed === 'public') return;
    const caller = await authenticate(request, context, failures);
    if (!caller) {
      throw new MuxError('UNAUTHENTICATED', 'The request has no token and no session.', {
        suggestion: 'Send Authorization: Bearer mux_…, or sign in with the link that mux serve prints.',
      });
    }
    request.caller = caller;
    if (allows(caller.scopes, needed)) return;
    throw new MuxError(
      'FORBIDDEN',
      `This needs the scope '${needed}', and '${caller.name}' does not have it.`,
      {
        suggestion: `Use a token created with: mux token create NAME --scope ${needed}.`,
        details: { needed, scopes: caller.scopes },
      },
    );
  });

  // What a route does for its caller, however it gets to a host, is within the limits of the caller.
  app.addHook('preHandler', (request, _, done) => {
    const { caller } = request;
    if (!caller?.reach) return done();
    confinementOf({ runtime: context.runtime, caller }).then(
      (confinement) => (confinement ? confinement.run(() => done()) : done()),
      done,
    );
  });

  // Before the response is sent: a client that has the response finds the entry.
  app.addHook('onSend', async (request, reply, payload) => {
    const scope = request.routeOptions.config.scope ?? 'public';
    const { caller, audited } = request;
    if (caller && scope !== 'public' && scope !== 'read') {
      const action = audited?.action ?? `${request.method} ${request.routeOptions.url ?? ''}`;
      const outcome = request.failedWith ?? (reply.statusCode < 400 ? 'ok' : String(reply.statusCode));
      await context.audit.record(
        { ...caller, address: request.ip },
        { action, target: audited?.target, host: audited?.host, outcome },
      );
    }
    return payload;
  });
}
