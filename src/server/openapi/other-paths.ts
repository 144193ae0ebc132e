import { hookKinds } from '../../operations/index.js';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };

const respondError: Json = {
  type: 'object',
  required: ['status', 'error_type', 'message'],
  properties: {
    status: { const: 'error' },
    error_type: text,
    message: text,
    code: text,
    suggestion: text,
    receipt_status: text,
    evidence: { type: 'array', items: text },
  },
};

/** The paths that are no operations. */
export const otherPaths: Readonly<Record<string, Json>> = {
  '/api/respond/{agent_id}': {
    post: path('respond', 'Answer an agent that waits for it', 'respond', {
      parameters: [agentParameter()],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['text'],
              properties: {
                text: { type: 'string', minLength: 1 },
                mode: { type: 'string', enum: ['text', 'option', 'other'], default: 'text' },
                idempotency_key: text,
              },
            },
          },
        },
      },
      responses: {
        200: json('The agent accepted the answer.', {
          type: 'object',
          required: ['status', 'agent_id', 'new_state', 'latency_ms'],
          properties: {
            status: { const: 'ok' },
            agent_id: text,
            new_state: text,
            latency_ms: { type: 'number' },
          },
        }),
        ...Object.fromEntries(
          Object.entries({
            400: 'missing_text, no_pane_id',
            404: 'agent_not_found',
            409: 'wrong_state: the agent is not waiting for an answer.',
            502: 'The answer could not be delivered, or there is no proof that it was.',
            503: 'pane_not_found, tmux_not_installed',
          }).map(([status, description]) => [status, json(description, respondError)]),
        ),
      },
    }),
  },
  '/api/respond/{agent_id}/availability': {
    get: path('availability', 'Check whether an agent can be reached', 'read', {
      parameters: [agentParameter()],
      responses: {
        200: json('Whether its pane exists.', {
          type: 'object',
          properties: { agent_id: text, commander_available: { type: 'boolean' } },
        }),
      },
    }),
  },
  '/hook/{kind}': {
    post: path('hook', 'Receive an event from the hook of an agent', 'respond', {
      parameters: [
        { name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: hookKinds } },
        {
          name: 'host',
          in: 'query',
          description: 'Host of the agent, if it is not on this machine: docker://NAME.',
          schema: text,
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['session_id'],
              properties: { session_id: text, tmux_pane: { type: 'string', pattern: '^%\\d+$' } },
            },
          },
        },
      },
      responses: {
        200: json('The event was received.', {
          type: 'object',
          properties: { status: { const: 'ok' }, agent_id: text, state: text },
        }),
      },
    }),
  },
  '/api/me': {
    get: path('me', 'Describe the caller', 'read', {
      responses: {
        200: json('Name and scopes of the token.', {
          type: 'object',
          properties: {
            name: text,
            scopes: { type: 'array', items: text },
            via: { type: 'string', enum: ['token', 'cookie'] },
            version: text,
            expiresAt: { type: 'string', format: 'date-time' },
          },
        }),
      },
    }),
  },
  '/api/errors/{code}': {
    get: path('errors', 'Explain an error code', 'public', {
      parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
      responses: {
        200: json('The meaning of the code.', {
          type: 'object',
          properties: { code: text, meaning: text, status: { type: 'integer' } },
        }),
      },
    }),
  },
  '/healthz': { get: path('healthz', 'Check whether the server is alive', 'public', { responses: okay() }) },
  '/readyz': { get: path('readyz', 'Check whether the server is ready', 'public', { responses: okay() }) },
};

function path(id: string, summary: string, scope: string, rest: Json): Json {
  const open = scope === 'public';
  const { responses, ...parts } = rest;
  return {
    operationId: id,
    tags: ['server'],
    summary,
    'x-muxwright-scope': scope,
    ...(open && { security: [] }),
    ...parts,
    responses: { ...(responses as Json), default: { $ref: '#/components/responses/Problem' } },
  };
}

function json(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function okay(): Json {
  return { 200: json('The server is alive, or ready.', { type: 'object', properties: { status: text } }) };
}

function agentParameter(): Json {
  return {
    name: 'agent_id',
    in: 'path',
    required: true,
    description: 'Id or name of the agent.',
    schema: text,
  };
}
