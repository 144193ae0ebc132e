import type { FastifyInstance } from 'fastify';
import { Tour } from '../operations/index.js';
import type { ServerContext } from './server-context.js';

/** Lets no guided tour outlive its server: one that stops ends it, one that starts cleans up after one that was killed. */
export async function tourUpkeep(app: FastifyInstance, { runtime, log }: ServerContext): Promise<void> {
  const tour = await Tour.of(runtime);
  const failed = (error: unknown): void =>
    log.error({ err: error }, 'the guided tour could not be cleaned up');
  // Not waited for: it concerns nobody who is served.
  const sweeping = tour.sweep().catch(failed);
  app.addHook('preClose', async () => {
    await sweeping;
    await tour.end().catch(failed);
  });
}
