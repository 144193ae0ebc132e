import type { z } from 'zod';
import type { Effect } from './effect.js';
import type { Reach } from './reach/reach.js';
import type { Runtime } from './runtime.js';

/** Where an operation can be called from. */
export type Face = 'cli' | 'mcp' | 'http';

/** What a handler gets besides its input. */
export interface OperationContext {
  readonly runtime: Runtime;
  /** The caller has had enough: what waits stops waiting and fails with `ABORTED`. */
  readonly signal: AbortSignal;
  /** The caller that the server admitted (default: this machine's own user). */
  readonly caller?:
    | {
        readonly scopes: readonly string[];
        readonly via: 'token' | 'cookie' | 'stdio';
        readonly tokenId: string;
        /** What it may reach (default: everything). */
        readonly reach?: Reach | undefined;
      }
    | undefined;
  /** Tells people how far it is, in a few words. */
  progress(message: string): void;
}

export interface OperationExample<Input> {
  /** What it does, as in `the last 20 lines`. */
  readonly does: string;
  readonly input: Input;
}

export interface OperationHints {
  /** Ends or overwrites something that cannot be had back, though it removes nothing: the work of a program, a log. */
  readonly interrupts?: true;
  /** Starts a command, although no field of its input is one. */
  readonly startsCommands?: true;
}

interface Described<Input extends z.ZodObject> {
  /** Family and verb: `run.start`. */
  readonly name: `${string}.${string}`;
  /** One line, beginning with a verb. */
  readonly summary: string;
  /** What more a caller has to know: when to use it, what it gives, what comes next. For people and for models. */
  readonly description: string;
  readonly effect: Effect;
  /** Whether a second call with the same input changes nothing more. Reading always is so. */
  readonly idempotent?: boolean;
  /** What `effect` and the names of the fields do not tell a client that asks a person for leave. */
  readonly hints?: OperationHints;
  readonly faces: readonly Face[];
  /** A strict object: every field has a description, and what is not a field is refused. */
  readonly input: Input;
  readonly examples: readonly OperationExample<z.input<Input>>[];
}

/** Gives one answer. */
export interface CallOperation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> extends Described<Input> {
  readonly kind: 'call';
  /** What it answers, as JSON has it: times are ISO 8601 strings. */
  readonly output: Output;
  handler(input: z.output<Input>, context: OperationContext): Promise<z.input<Output>>;
}

/** Gives one thing after the other, until there is no more or the signal ends it. */
export interface StreamOperation<
  Input extends z.ZodObject = z.ZodObject,
  Item extends z.ZodObject = z.ZodObject,
> extends Described<Input> {
  readonly kind: 'stream';
  readonly item: Item;
  handler(input: z.output<Input>, context: OperationContext): AsyncIterable<z.input<Item>>;
}

export type Operation = CallOperation | StreamOperation;

/**
 * An entry of the table of operations.
 *
 * @example
 * export const paneScreen = call({
 *   name: 'pane.screen',
 *   …
 *   handler: async ({ host, target }, { runtime }) => …,
 * });
 */
export function call<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Omit<CallOperation<Input, Output>, 'kind'>,
): CallOperation<Input, Output> {
  return { ...definition, kind: 'call' };
}

/** The same for an operation that gives one thing after the other. */
export function stream<Input extends z.ZodObject, Item extends z.ZodObject>(
  definition: Omit<StreamOperation<Input, Item>, 'kind'>,
): StreamOperation<Input, Item> {
  return { ...definition, kind: 'stream' };
}

/** `run` of `run.start`. */
export function familyOf({ name }: Pick<Operation, 'name'>): string {
  return name.slice(0, name.indexOf('.'));
}
