import type { FastifyInstance } from 'fastify';
import { requirePlaces } from '../../operations/index.js';
import type { ServerContext } from '../server-context.js';

/** `GET /metrics`, for Prometheus. It counts everything, so a caller with limited reach does not get it. */
export async function metricsRoutes(
  app: FastifyInstance,
  { metrics, runtime }: ServerContext,
): Promise<void> {
  app.get('/metrics', { config: { scope: 'read' } }, async ({ caller }, reply) => {
    await requirePlaces([{ everything: true }], { runtime, caller });
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.text());
  });
}
