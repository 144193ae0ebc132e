import type { FastifyInstance } from 'fastify';
import type { ServerContext } from './server-context.js';

/** For whoever keeps the server running: does it live, and can it work? */
export async function healthRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  app.get('/healthz', { config: { scope: 'public' } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { scope: 'public' } }, async (_, reply) => {
    if (context.closing.aborted) return reply.code(503).send({ status: 'closing' });
    const store = await context.runtime.store();
    await store.tokens.get('');
    return { status: 'ready' };
  });
}
