import type { FastifyInstance } from 'fastify';
import { openRecordingFile, RecordingsUpkeep, requirePlaces } from '../operations/index.js';
import type { ServerContext } from './server-context.js';

/** `GET /api/recordings/ID.cast`: the file of a recording, or of a run by its id, as players want it. */
export async function recordingRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { runtime, log } = context;
  // Continues the recordings of an earlier server, in the background: a host may be away.
  const upkeep = new RecordingsUpkeep(runtime, (err) =>
    log.warn({ err }, 'recordings could not be continued or cleaned up'),
  );
  context.configured.add(() => upkeep.configured());
  app.addHook('onReady', async () => upkeep.start());
  app.addHook('preClose', () => upkeep[Symbol.asyncDispose]());
  app.get<{ Params: { id: string } }>(
    '/api/recordings/:id.cast',
    { config: { scope: 'read' } },
    async (request, reply) => {
      const { caller, params } = request;
      await requirePlaces([{ recording: params.id }], { runtime, caller });
      const { name, stream, size } = await openRecordingFile(runtime, params.id);
      return reply
        .header('content-type', 'application/x-asciicast')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-length', size)
        .header('cache-control', 'no-store')
        .send(stream);
    },
  );
}
