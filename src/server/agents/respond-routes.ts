import type { FastifyInstance, FastifyReply } from 'fastify';
import { agentRespond, invoke, outside, requirePlaces } from '../../operations/index.js';
import { requestSignal } from '../request-signal.js';
import type { ServerContext } from '../server-context.js';
import { sendRespondError } from './respond-error.js';

interface AgentParams {
  readonly agent_id: string;
}

/** Answers for agents that wait for one, in the form that its callers have known for long. */
export async function respondRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { runtime, ending } = context;
  app.setErrorHandler((error, request, reply) => sendRespondError(request, reply, error));

  app.post('/api/respond/:agent_id', { config: { scope: 'respond' } }, async (request, reply) => {
    const { agent_id: agent } = request.params as AgentParams;
    request.audited = { action: 'agent.respond', target: agent };
    const { text, mode, idempotency_key, fingerprint } = recordOf(request.body);
    if (typeof text !== 'string' || text.trim() === '') return missingText(reply);
    const input = {
      agent,
      text,
      ...(mode !== undefined && { mode }),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
    };
    const signal = requestSignal(reply, ending);
    const { caller } = request;
    const answer = await invoke(agentRespond, input, { runtime, signal, caller, progress: () => {} });
    const { status, agent_id, new_state, latency_ms } = answer;
    return { status, agent_id, new_state, latency_ms };
  });

  app.get('/api/respond/:agent_id/availability', { config: { scope: 'read' } }, async (request) => {
    const { agent_id: asked } = request.params as AgentParams;
    await requirePlaces([{ agent: asked }], { runtime, caller: request.caller });
    const agents = await runtime.agents();
    const { id, host, tmuxPaneId, endedAt } = await agents.get(asked);
    const isKnown = agents.availability.healthOf(id) !== undefined;
    // Nobody has looked since the server started.
    if (!isKnown && tmuxPaneId !== null && endedAt === undefined) {
      const watch = (): Promise<boolean> =>
        agents.availability.register(id, { host, paneId: tmuxPaneId }).catch(() => false);
      // It is watched for all from then on.
      await outside(watch);
    }
    return { agent_id: id, commander_available: agents.availability.isAvailable(id) };
  });
}

function missingText(reply: FastifyReply): FastifyReply {
  reply.request.failedWith = 'INVALID_ARGUMENT';
  return reply.code(400).send({
    status: 'error',
    error_type: 'missing_text',
    message: 'The answer has no text.',
    code: 'INVALID_ARGUMENT',
    suggestion: 'Send { "text": "…" }.',
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
