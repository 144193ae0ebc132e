import { z } from 'zod';
import { errorCatalogue } from '../../model/index.js';
import { type Family, families } from '../../operations/families.js';
import { familyOf, type Operation, scopeOf } from '../../operations/index.js';
import { otherPaths } from './other-paths.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * OpenAPI 3.1 of the server: a path for each operation, out of the same table that carries it out, and the paths that
 * are no operations.
 */
export function openApiDocument(operations: readonly Operation[], version: string): Json {
  const offered = operations.filter(({ faces }) => faces.includes('http'));
  const tags = Object.entries<Family>(families)
    .filter(([family]) => offered.some((operation) => familyOf(operation) === family))
    .map(([name, { title, about }]) => ({ name, description: `${title}: ${about}.` }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'muxwright',
      version,
      description:
        'Drive, watch and record any interactive program in tmux. Every operation is called by POST with its input as JSON; those that change nothing also by GET. Failures are application/problem+json with a code and a suggestion.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    security: [{ token: [] }, { cookie: [] }],
    tags: [...tags, { name: 'server', description: 'Endpoints that are not operations.' }],
    paths: Object.fromEntries([
      ...offered.map((operation) => [`/api/operations/${operation.name}`, pathOf(operation)]),
      ...Object.entries(otherPaths),
    ]),
    components: {
      securitySchemes,
      schemas: { Problem: problemSchema },
      responses: { Problem: problemResponse },
    },
  };
}

function pathOf(operation: Operation): Json {
  const { name, summary, description, effect, idempotent } = operation;
  const common = {
    tags: [familyOf(operation)],
    summary,
    description: `${description}\n\nNeeds the scope \`${scopeOf(operation)}\`.`,
    'x-muxwright-scope': scopeOf(operation),
    'x-muxwright-effect': effect,
    'x-muxwright-idempotent': effect === 'read' || idempotent === true,
    responses: { 200: answerOf(operation), default: { $ref: '#/components/responses/Problem' } },
  };
  const input = jsonSchema(operation.input, 'input');
  const post = {
    operationId: name,
    ...common,
    requestBody: {
      required: isRequired(input),
      content: { 'application/json': { schema: input, examples: examplesOf(operation) } },
    },
  };
  if (effect !== 'read') return { post };
  return { post, get: { operationId: `${name}.get`, ...common, parameters: parametersOf(input) } };
}

function answerOf(operation: Operation): Json {
  if (operation.kind === 'call') {
    return {
      description: 'The result.',
      content: { 'application/json': { schema: jsonSchema(operation.output, 'output') } },
    };
  }
  return {
    description:
      'One event per item: the event name is its type, the data is the item. `end` is the last one; `error` has a problem as its data.',
    content: { 'text/event-stream': { schema: jsonSchema(operation.item, 'output') } },
  };
}

function examplesOf({ examples }: Operation): Json {
  return Object.fromEntries(examples.map(({ does, input }) => [does, { summary: does, value: input }]));
}

/** Fields in a query: lists are given by repetition, and values other than strings as JSON. */
function parametersOf({ properties = {}, required = [] }: JsonSchema): readonly Json[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...schema } = field;
    const isPlain = typeof schema.type === 'string' && schema.type !== 'object';
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      ...(isPlain ? { schema } : { content: { 'application/json': { schema } } }),
    };
  });
}

interface JsonSchema extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

function isRequired({ required = [] }: JsonSchema): boolean {
  return required.length > 0;
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as Json;
  return rest;
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'A token: mux token create NAME.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'muxwright_session',
    description: 'Set when a link to the dashboard is opened.',
  },
};

const problemSchema = {
  type: 'object',
  description: 'RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'details'],
  properties: {
    type: { type: 'string', description: 'URL of the explanation of the code.' },
    title: { type: 'string', description: 'Meaning of the code.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong with this value.' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    suggestion: { type: 'string', description: 'How to fix it.' },
    next: {
      type: 'array',
      description: 'The operations named in the suggestion, with the known part of their input.',
      items: {
        type: 'object',
        required: ['operation', 'input'],
        properties: { operation: { type: 'string' }, input: { type: 'object' } },
      },
    },
    details: { type: 'object', description: 'Machine-readable details.' },
  },
};

const problemResponse = {
  description: 'What went wrong.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
