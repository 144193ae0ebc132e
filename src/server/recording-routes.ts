import type { FastifyInstance } from 'fastify';
import { openRecordingFile } from '../operations/recordings/open-recording-file.js';
import type { ServerContext } from './server-context.js';

/** `GET /api/recordings/ID.cast`: the file of a recording, or of a run by its id, as players want it. */
export async function recordingRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { runtime, log } = context;
  // What an earlier server recorded goes on. Nobody waits for it: a host may be away.
  app.addHook('onReady', async () => {
    const recordings = await runtime.recordings();
    recordings.resume().catch((error: unknown) => log.warn({ error }, 'recordings were not continued'));
  });
  app.get<{ Params: { id: string } }>(
    '/api/recordings/:id.cast',
    { config: { scope: 'read' } },
    async (request, reply) => {
      const { name, stream, size } = await openRecordingFile(runtime, request.params.id);
      return reply
        .header('content-type', 'application/x-asciicast')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-length', size)
        .header('cache-control', 'no-store')
        .send(stream);
    },
  );
}
