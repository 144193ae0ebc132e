import type { z } from 'zod';
import { isMuxError } from '../model/index.js';
import {
  type CallOperation,
  invoke,
  invokeStream,
  type OperationContext,
  type RuntimeOptions,
  type StreamOperation,
} from '../operations/index.js';
import type { Execute } from './command.js';
import { openRuntime } from './open-runtime.js';
import type { Output } from './output.js';
import type { ParsedArguments } from './parse-arguments.js';
import { ProgressLine } from './progress-line.js';
import { untilSignal } from './until-signal.js';

/** What a command shows of an answer to people; with an exit code where it is not 0. */
export type Shown = string | { readonly text: string; readonly code: number };

/**
 * A command that is one operation: its input from the arguments, its answer as text or as JSON.
 *
 * @example
 * export const peek = calling(workerPeek, (args) => ({ name: args.operand('WORKER') }), ({ text }) => text);
 */
export function calling<Input extends z.ZodObject, Answer extends z.ZodObject>(
  operation: CallOperation<Input, Answer>,
  input: (args: ParsedArguments) => z.input<Input> | Promise<z.input<Input>>,
  show: (answer: z.output<Answer>, args: ParsedArguments, output: Output) => Shown,
  options: RuntimeOptions = {},
): Execute {
  return async (args, output) => {
    const given = await input(args);
    const answer = await inContext(output, (context) => invoke(operation, given, context), options);
    const shown = show(answer, args, output);
    const { text, code } = typeof shown === 'string' ? { text: shown, code: 0 } : shown;
    output.print(args.has('json') ? `${JSON.stringify(answer, undefined, 2)}\n` : withNewline(text));
    return code;
  };
}

/**
 * For commands that ask each host one question: a one-shot process is faster than a persistent connection.
 */
export const askingOnce: RuntimeOptions = { connect: { control: false } };

/** The same for one thing after the other; with JSON, a line each. */
export function streaming<Input extends z.ZodObject, Item extends z.ZodObject>(
  operation: StreamOperation<Input, Item>,
  input: (args: ParsedArguments) => z.input<Input> | Promise<z.input<Input>>,
  show: (item: z.output<Item>, args: ParsedArguments, output: Output) => Shown,
): Execute {
  return async (args, output) => {
    const given = await input(args);
    let last = 0;
    await inContext(output, async (context) => {
      for await (const item of invokeStream(operation, given, context)) {
        context.progress('');
        const shown = show(item, args, output);
        const { text, code } = typeof shown === 'string' ? { text: shown, code: 0 } : shown;
        last = code;
        await output.printWhenReady(args.has('json') ? `${JSON.stringify(item)}\n` : text);
      }
    });
    return last;
  };
}

/** Runs an action with a separate runtime until Ctrl-C, and reports its progress on stderr. */
export async function inContext<T>(
  output: Output,
  work: (context: OperationContext) => Promise<T>,
  options: RuntimeOptions = {},
): Promise<T> {
  using stop = untilSignal();
  using line = new ProgressLine(output);
  await using runtime = openRuntime(output, options);
  const progress = (message: string): void => line.show(message);
  try {
    const done = await work({ runtime, signal: stop.signal, progress });
    // What only follows ends without a word when it is interrupted.
    if (stop.signal.aborted) throw stop.signal.reason;
    return done;
  } catch (error) {
    // Whatever an interrupted call fails with, it is the interruption that ended it.
    if (stop.signal.aborted && !isMuxError(error, 'ABORTED')) throw stop.signal.reason;
    throw error;
  }
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
