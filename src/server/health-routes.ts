import type { FastifyInstance } from 'fastify';
import type { ServerContext } from './server-context.js';
import { ReadinessCheck } from './service/readiness.js';

/** Liveness and readiness, for the supervisor of the server. */
export async function healthRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const readiness = new ReadinessCheck(context);

  app.get('/healthz', { config: { scope: 'public' } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { scope: 'public' } }, async (_, reply) => {
    if (context.closing.aborted) return reply.code(503).send({ status: 'closing' });
    const { ready, checks } = await readiness.look();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });
}
