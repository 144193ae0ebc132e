import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.js';
import { type ConnectionKind, ServerMetrics } from './metrics.js';
import { logRequests, routeOf } from './request-log.js';
import { OtlpExporter } from './tracing/otlp-exporter.js';
import { traceSettings } from './tracing/trace-settings.js';
import { traceRequests } from './tracing/tracer.js';

/** Logs, numbers and traces of everything that is asked. Before all other hooks, so that it sees what those refuse. */
export function observe(
  app: FastifyInstance,
  { runtime, version }: Pick<ServerContext, 'runtime' | 'version'>,
): ServerMetrics {
  const metrics = new ServerMetrics(runtime, version);
  logRequests(app);
  countConnections(app, metrics);
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    metrics.request(request.method, routeOf(request), statusCode, elapsedTime);
  });
  app.addHook('onClose', async () => metrics[Symbol.dispose]());
  const settings = traceSettings(process.env);
  if (settings) {
    const complain = (what: object): void => app.log.warn(what, 'traces could not be sent');
    const exporter = new OtlpExporter({ ...settings, version, complain });
    const tracing = traceRequests(app, { runtime, sampler: settings.sampler, exporter });
    app.addHook('onClose', async () => {
      tracing[Symbol.dispose]();
      await exporter[Symbol.asyncDispose]();
    });
  }
  return metrics;
}

function countConnections(app: FastifyInstance, { connections }: ServerMetrics): void {
  const count = (kind: ConnectionKind, stream: NodeJS.EventEmitter): void => {
    connections.inc({ kind });
    stream.once('close', () => connections.dec({ kind }));
  };
  app.server.on('upgrade', (_, socket) => count('websocket', socket));
  app.addHook('onSend', async (_, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('text/event-stream')) count('sse', reply.raw);
    return payload;
  });
}
