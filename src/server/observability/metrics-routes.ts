import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.js';

/** `GET /metrics`, for Prometheus. */
export async function metricsRoutes(app: FastifyInstance, { metrics }: ServerContext): Promise<void> {
  app.get('/metrics', { config: { scope: 'read' } }, async (_, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.text()),
  );
}
