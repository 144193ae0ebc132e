import { type FastifyInstance, type FastifyPluginAsync, fastify, LogController } from 'fastify';
import { decorateAgents } from './agents/decorate-agents.js';
import { loggerOptions, standardLog } from './observability/log-options.js';
import { observe } from './observability/observe.js';
import { requestId } from './observability/request-log.js';
import { plugins } from './plugins.js';
import { nothingHere, sendProblem } from './problem.js';
import { guardAccess } from './security/access.js';
import { securityHeaders } from './security/security-headers.js';
import type { ServerContext } from './server-context.js';
import { type ServerOptions, serverDefaults } from './server-options.js';

/** The server with all its routes, before it listens. */
export async function buildApp(
  options: ServerOptions,
  parts: Omit<ServerContext, 'log' | 'metrics'>,
): Promise<FastifyInstance> {
  const { tls, usualLogLevel = serverDefaults.usualLogLevel, logLevel = usualLogLevel, log } = options;
  const app = fastify({
    ...(tls && { https: { cert: tls.cert, key: tls.key } }),
    bodyLimit: serverDefaults.bodyLimit,
    requestTimeout: serverDefaults.requestTimeoutMs,
    // A busy machine may take long to load a plugin; that must not prevent the start.
    pluginTimeout: 0,
    // Names of panes and runs come in queries, and stay as they are.
    routerOptions: { maxParamLength: 1_000 },
    logger: loggerOptions({ level: logLevel, destination: log ?? standardLog() }),
    // One entry for each request, without what is secret in it, is written by `observe`.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // An address that cannot be understood gets to no hook.
    frameworkErrors: (error, request, reply) => {
      void sendProblem(request, reply.headers(securityHeaders), error);
    },
    rewriteUrl: ({ url = '/', method, headers }) => addressOf(url, method, headers.accept),
  }) as unknown as FastifyInstance;
  // A page of another site can make a browser send this without asking first.
  app.removeContentTypeParser('text/plain');
  const context: ServerContext = { ...parts, log: app.log, metrics: observe(app, parts) };
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, nothingHere(request.url)));
  await decorateAgents(app, context);
  guardAccess(app, context, { allowedHosts: context.allowedHosts, failures: context.failures });
  // A client that is answered while the server closes reconnects, to the next server.
  app.addHook('onSend', async (_, reply) => {
    if (context.closing.aborted) reply.header('connection', 'close');
  });
  for (const plugin of plugins) {
    const part: FastifyPluginAsync = (scope) => plugin(scope, context);
    await app.register(part);
  }
  await app.ready();
  return app;
}

/**
 * `/metrics` is a page of the dashboard for requests that accept HTML, and the metrics of the server for all
 * others.
 */
function addressOf(url: string, method: string | undefined, accept = ''): string {
  const wantsPage = method === 'GET' && accept.includes('text/html');
  return wantsPage && url.split('?', 1)[0] === '/metrics' ? '/index.html' : url;
}
