import type { FastifyInstance } from 'fastify';
import { MuxError } from '../../model/index.js';
import { sessionCookie, setSessionCookie } from '../security/session-cookie.js';
import type { ServerContext } from '../server-context.js';

/** Signing in by a link, out again, and who one is. */
export async function sessionRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { tokens, secure, version, failures } = context;

  // Programs that only look whether a link works must not use it up.
  app.head('/login', { config: { scope: 'public' } }, (_, reply) => reply.code(204).send());

  app.get('/login', { config: { scope: 'public' }, exposeHeadRoute: false }, async (request, reply) => {
    const { code } = request.query as { readonly code?: unknown };
    const used = await tokens.redeem(typeof code === 'string' ? code : '');
    if ('refused' in used) {
      // A good code is taken all the same: they are too long to be guessed.
      const key = `${request.ip} code`;
      failures.check(key);
      failures.add(key);
      await context.audit.record(
        { name: 'unknown', via: 'code', address: request.ip },
        { action: 'sign in', outcome: used.refused },
      );
      throw new MuxError(
        'UNAUTHENTICATED',
        'The link has expired or was already used: each link works once, within 15 minutes.',
        {
          suggestion: 'Get a new one with: mux token link.',
        },
      );
    }
    const session = await tokens.create({
      kind: 'session',
      name: used.name,
      scopes: used.scopes as never,
      lifetimeMs: SESSION_MS,
      parent: used.parent,
    });
    await context.audit.record(
      { name: used.name, via: 'code', tokenId: used.parent, address: request.ip },
      { action: 'login' },
    );
    return reply
      .header('set-cookie', setSessionCookie(session.secret, SESSION_MS, secure))
      .redirect('/', 303);
  });

  app.post('/logout', { config: { scope: 'read' } }, async (request, reply) => {
    const secret = sessionCookie(request.headers.cookie);
    const session = secret === undefined ? undefined : await tokens.verify(secret, 'session');
    if (session && !('refused' in session)) await tokens.revoke(session.id);
    return reply
      .header('set-cookie', setSessionCookie('', 0, secure))
      .code(204)
      .send();
  });

  app.get('/api/me', { config: { scope: 'read' } }, async ({ caller }) => ({
    name: caller?.name,
    scopes: caller?.scopes,
    via: caller?.via,
    reach: caller?.reach && {
      hosts: caller.reach.hosts,
      sessions: caller.reach.sessions,
      tags: caller.reach.tags,
    },
    version,
    expiresAt: caller?.expiresAt?.toISOString(),
  }));
}

/** A browser stays signed in for a week. */
const SESSION_MS = 7 * 24 * 3_600_000;
