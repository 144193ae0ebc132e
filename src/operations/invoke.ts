import type { z } from 'zod';
import { abortedError, loadModule, operationReports, redactedError } from '../model/index.js';
import type { CallOperation, OperationContext, StreamOperation } from './operation.js';
import { operationWords } from './operation-words.js';
import { confinementOf } from './reach/confinement-of.js';
import { readInput } from './read-input.js';
import { checkedOnce } from './repeated-answer.js';
import type { Runtime } from './runtime.js';

/**
 * Carries out an operation for a face: refuses input that does not fit with `INVALID_ARGUMENT` and what the caller may
 * not reach, gives what the table promises and nothing else, and lets no secret out with an error.
 *
 * @example
 * const { text } = await invoke(paneScreen, { target: '%3' }, context);
 */
export async function invoke<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: CallOperation<Input, Output>,
  input: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  const { signal, runtime } = context;
  return operationReports.timed(operation.name, runtime, async () => {
    const read = readInput(operation, input);
    if (signal.aborted) throw abortedError(operation.name, signal);
    try {
      const confinement = await confinementOf(context);
      // A confined caller gets the object of the handler itself only where nothing was left out of it.
      const answer = confinement
        ? await (await confinedCalls()).confinedCall(confinement, operation, read, context)
        : await operation.handler(read, context);
      return checkedOnce(answer, () => operation.output.parse(answer));
    } catch (error) {
      throw await withoutSecrets(error, runtime);
    }
  });
}

/** The same for an operation that gives one thing after the other. */
export async function* invokeStream<Input extends z.ZodObject, Item extends z.ZodObject>(
  operation: StreamOperation<Input, Item>,
  input: unknown,
  context: OperationContext,
): AsyncGenerator<z.output<Item>, void, undefined> {
  const read = readInput(operation, input);
  const report = operationReports.begin(operation.name, context.runtime);
  let failure: unknown;
  try {
    for await (const item of await itemsOf(operation, read, context)) yield operation.item.parse(item);
  } catch (error) {
    failure = error;
    throw await withoutSecrets(error, context.runtime);
  } finally {
    // Also where whoever reads it has had enough.
    report(failure);
  }
}

async function itemsOf<Input extends z.ZodObject, Item extends z.ZodObject>(
  operation: StreamOperation<Input, Item>,
  input: z.output<Input>,
  context: OperationContext,
): Promise<AsyncIterable<z.input<Item>>> {
  const confinement = await confinementOf(context);
  if (!confinement) return operation.handler(input, context);
  return (await confinedCalls()).confinedStream(confinement, operation, input, context);
}

/** Loaded when a caller has limits: the command line has none. */
function confinedCalls(): Promise<typeof import('./reach/confined-call.js')> {
  return loadModule(() => import('./reach/confined-call.js'));
}

async function withoutSecrets(error: unknown, runtime: Runtime): Promise<unknown> {
  const redactor = await runtime.redactor().catch(() => undefined);
  return redactedError(error, (text) => harmless(redactor ? redactor.text(text) : text), operationWords);
}

/** Names that somebody made up may hold what moves a terminal. */
function harmless(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Cs}/gu, '?');
}
