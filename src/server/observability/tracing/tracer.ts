import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { operationReports } from '../../../model/index.js';
import type { Runtime } from '../../../operations/index.js';
import { routeOf } from '../request-log.js';
import type { OtlpExporter } from './otlp-exporter.js';
import { beginTrace, childOf, readTraceparent, type SpanContext } from './span.js';
import type { Sampler } from './trace-settings.js';

interface RequestSpan {
  readonly context: SpanContext;
  readonly parentId: string | undefined;
  readonly startedAt: number;
}

export interface TracerOptions {
  readonly runtime: Runtime;
  readonly sampler: Sampler;
  readonly exporter: OtlpExporter;
}

/** A span for each request, and one for each operation that is carried out for it. */
export function traceRequests(
  app: FastifyInstance,
  { runtime, sampler, exporter }: TracerOptions,
): Disposable {
  const current = new AsyncLocalStorage<SpanContext>();
  const spans = new WeakMap<object, RequestSpan>();

  app.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers;
    const parent = readTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
    const context = beginTrace(sampler, parent);
    spans.set(request, { context, parentId: parent?.spanId, startedAt: performance.now() });
    current.run(context, done);
  });
  // The body was read in between, by events of the socket, which know nothing of this request.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span) current.run(span.context, done);
    else done();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    if (!span?.context.sampled) return;
    const route = routeOf(request);
    exporter.add({
      context: span.context,
      parentId: span.parentId,
      name: `${request.method} ${route}`,
      kind: 'server',
      startMs: unixMs(span.startedAt),
      endMs: unixMs(performance.now()),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'enduser.id': request.caller?.name,
        'muxwright.request_id': request.id,
        'error.type': request.failedWith,
      },
      failed: statusCode >= 500,
    });
  });
  return operationReports.listen(({ owner, name, outcome, startedAt, durationMs }) => {
    const parent = current.getStore();
    if (owner !== runtime || !parent?.sampled) return;
    exporter.add({
      context: childOf(parent),
      parentId: parent.spanId,
      name,
      kind: 'internal',
      startMs: unixMs(startedAt),
      endMs: unixMs(startedAt + durationMs),
      attributes: {
        'muxwright.operation': name,
        ...(outcome !== 'ok' && { 'error.type': outcome }),
      },
      failed: outcome !== 'ok',
    });
  });
}

function unixMs(performanceMs: number): number {
  return performance.timeOrigin + performanceMs;
}
