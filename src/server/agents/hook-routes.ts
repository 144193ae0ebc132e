import type { FastifyInstance } from 'fastify';
import { MuxError } from '../../model/index.js';
import { hookKinds, requirePlaces } from '../../operations/index.js';
import type { ServerContext } from '../server-context.js';
import { sendRespondError } from './respond-error.js';

/**
 * What agents tell by their hooks, for those that cannot write into the state folder: in a container, or on another
 * machine. Our own script writes into that folder, which the server watches, so that an agent never waits for a server.
 */
export async function hookRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  app.setErrorHandler((error, request, reply) => sendRespondError(request, reply, error));

  for (const kind of hookKinds) {
    app.post(`/hook/${kind}`, { config: { scope: 'respond' } }, async (request) => {
      const payload = payloadOf(request.body);
      request.audited = { action: `hook.${kind}`, target: textOf(payload.tmux_pane) };
      const host = textOf((request.query as Readonly<Record<string, unknown>>).host);
      // A hook makes its host known: it may come only from where the caller reaches already.
      const { runtime } = context;
      const from = { target: textOf(payload.tmux_pane) ?? NO_PANE, host };
      await requirePlaces([from], { runtime, caller: request.caller });
      const agents = await runtime.agents();
      // The address says which hook it is.
      const { hook_event_name: _, ...told } = payload;
      const agent = await agents.receiveHook(kind, told, host === undefined ? {} : { host });
      return { status: 'ok', agent_id: agent.id, state: agent.state };
    });
  }
}

/** An agent that tells no pane is on its host all the same. */
const NO_PANE = '%0';

function payloadOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Readonly<Record<string, unknown>>;
  }
  throw new MuxError('INVALID_ARGUMENT', 'The payload of a hook must be a JSON object.', {
    suggestion: 'Send the standard input that the agent passed to the hook.',
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
