import { classifyInboundRequest, isInitializeRequest } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MuxError } from '../../model/index.js';
import type { Caller, ServerContext } from '../server-context.js';
import { serverDefaults } from '../server-options.js';
import { McpExchanges } from './mcp-exchanges.js';
import type { McpSession } from './mcp-session.js';
import { McpSessions } from './mcp-sessions.js';

/**
 * The Model Context Protocol over Streamable HTTP, at `/mcp`: the same tools as `mux mcp` has, as far as the token may
 * use them. `?tools=runs,panes` chooses others. Each request says by itself which revision it is of: those of 2026-07-28 are
 * answered one by one, older ones belong to a session.
 */
export async function mcpRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const sessions = new McpSessions(context);
  const config = { scope: 'read' } as const;
  const exchanges = new McpExchanges(context);
  app.addHook('preClose', async () => {
    await Promise.all([sessions, exchanges].map((all) => all.close(serverDefaults.graceMs)));
  });

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (isStateless(request)) {
        const exchange = await exchanges.begin(request, reply, toolsOf(request));
        takeOver(reply);
        await exchange.handle(request.raw, reply.raw, request.body);
        return;
      }
      const session = await sessionOf(request);
      takeOver(reply);
      await session.handle(request.raw, reply.raw, request.body);
      // What was no proper beginning began nothing.
      if (session.id === '') await session[Symbol.asyncDispose]();
    },
  });

  async function sessionOf(request: FastifyRequest): Promise<McpSession> {
    const caller = request.caller as Caller;
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') return sessions.get(id, caller);
    const messages = Array.isArray(request.body) ? request.body : [request.body];
    if (request.method === 'POST' && messages.some((message) => isInitializeRequest(message)))
      return sessions.begin(caller, request.ip, toolsOf(request));
    throw new MuxError(
      'MALFORMED_REQUEST',
      'The request has no session id and is not an initialize request.',
      {
        suggestion: 'Start with a POST of initialize; its response has the header Mcp-Session-Id.',
      },
    );
  }
}

/** Whether it is of revision 2026-07-28, or of none: the SDK knows what to answer then. */
function isStateless({ method, headers, body }: FastifyRequest): boolean {
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    body,
    ...headerOf(headers, 'mcp-protocol-version', 'protocolVersionHeader'),
    ...headerOf(headers, 'mcp-method', 'mcpMethodHeader'),
    ...headerOf(headers, 'mcp-name', 'mcpNameHeader'),
  });
  return kind !== 'legacy' || (method !== 'POST' && headers['mcp-session-id'] === undefined);
}

function headerOf<Field extends string>(
  headers: FastifyRequest['headers'],
  name: string,
  field: Field,
): { readonly [name in Field]?: string } {
  const value = headers[name];
  return typeof value === 'string' ? ({ [field]: value } as { readonly [name in Field]: string }) : {};
}

/** From here on the protocol's own transport answers, with the headers that every answer has. */
function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}

function toolsOf({ query }: FastifyRequest): readonly string[] | undefined {
  const { tools } = query as { readonly tools?: unknown };
  if (typeof tools !== 'string') return undefined;
  const words = tools.split(',').flatMap((word) => word.trim() || []);
  return words.length === 0 ? undefined : words;
}
