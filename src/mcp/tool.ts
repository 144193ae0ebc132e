import type { Tool as ToolDescription } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallOperation } from '../operations/index.js';
import { mcpLimits } from './mcp-limits.js';
import { type ToolNaming, toolName } from './tool-names.js';

/** An operation as a tool of a model. */
export interface Tool {
  readonly name: string;
  readonly operation: CallOperation;
  /** What `tools/list` tells about it; made when it is first asked for. */
  describe(): ToolDescription;
}

/** `tool(paneScreen, named)` is what a model calls as `pane_screen`. */
export function tool(operation: CallOperation, named: ToolNaming): Tool {
  let described: ToolDescription | undefined;
  return {
    name: toolName(operation.name),
    operation,
    describe: () => {
      described ??= describeTool(operation, named);
      return described;
    },
  };
}

function describeTool(operation: CallOperation, named: ToolNaming): ToolDescription {
  const { name, summary, description, input, output } = operation;
  return {
    name: toolName(name),
    title: summary,
    description: named(`${summary}. ${description}`),
    inputSchema: withLimits(jsonSchema(input, 'input', named)),
    outputSchema: jsonSchema(output, 'output', named),
    annotations: annotations(operation),
  };
}

/**
 * Hints for a client that asks a person for leave. An operation that passes a command, text or keys to a program may do
 * whatever these do, so it counts as destructive, though its own effect can be undone.
 */
function annotations(operation: CallOperation): ToolDescription['annotations'] {
  const { summary, effect, idempotent, hints = {}, input } = operation;
  const passesOn = hints.startsCommands === true || PASSED_ON.some((field) => field in input.shape);
  const acts = effect !== 'read' && passesOn;
  return {
    title: summary,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destroy' || hints.interrupts === true || acts,
    idempotentHint: effect === 'read' || idempotent === true,
    openWorldHint: acts,
  };
}

const PASSED_ON = ['command', 'text', 'keys', 'prompt'];

type ObjectSchema = ToolDescription['inputSchema'];

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output', named: ToolNaming): ObjectSchema {
  const override = ({ jsonSchema: part }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    if (part.description !== undefined) part.description = named(part.description);
    for (const bound of BOUNDS) delete part[bound];
    if (part.minimum !== undefined && part.minimum <= 1) delete part.minimum;
    if (part.maximum !== undefined && part.maximum >= FAR) delete part.maximum;
    // Words are strings.
    if (part.enum !== undefined) delete part.type;
    if (part.default === false) delete part.default;
    // For all of the input it is said once.
    if (part.additionalProperties === false) delete part.additionalProperties;
  };
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override });
  return (io === 'input' ? { ...rest, additionalProperties: false } : rest) as ObjectSchema;
}

/**
 * Every model pays for every word of the list. These bounds hold as ever, but are not met in everyday work, and who does
 * meet one is told so by the error. The pattern of a time is 300 characters
 * long, and says no more than its format.
 */
const BOUNDS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames', 'pattern'] as const;
const FAR = 10_000;

function withLimits(schema: ObjectSchema): ObjectSchema {
  const { properties = {} } = schema;
  if (!('maxBytes' in properties)) return schema;
  const { defaultBytes, maxBytes: maximum } = mcpLimits;
  const maxBytes = { ...(properties.maxBytes as object), default: defaultBytes, maximum };
  return { ...schema, properties: { ...properties, maxBytes } };
}
