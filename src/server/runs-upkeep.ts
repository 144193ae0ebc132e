import type { FastifyInstance } from 'fastify';
import { RunsUpkeep } from '../operations/index.js';
import type { ServerContext } from './server-context.js';

/** Removes what is no longer wanted of ended runs, by the section `runs` of the configuration. */
export async function runsUpkeep(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { runtime, log } = context;
  const upkeep = new RunsUpkeep(runtime, (err) => log.warn({ err }, 'ended runs were not cleaned up'));
  context.configured.add(() => upkeep.start());
  app.addHook('onReady', async () => upkeep.start());
  app.addHook('preClose', () => upkeep[Symbol.asyncDispose]());
}
