import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MuxError } from '../../model/index.js';
import type { Caller, ServerContext } from '../server-context.js';
import { serverDefaults } from '../server-options.js';
import type { McpSession } from './mcp-session.js';
import { McpSessions } from './mcp-sessions.js';

/**
 * The Model Context Protocol over Streamable HTTP, at `/mcp`: the same tools as `mux mcp` has, as far as the token may
 * use them. `?tools=runs,panes` chooses others.
 */
export async function mcpRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const sessions = new McpSessions(context);
  const config = { scope: 'read' } as const;
  app.addHook('preClose', () => sessions.close(serverDefaults.graceMs));

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
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
