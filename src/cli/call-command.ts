import { MuxError } from '../model/index.js';
import { findOperation } from '../operations/families.js';
import { invoke, invokeStream } from '../operations/index.js';
import { inContext } from './calling.js';
import type { Output } from './output.js';
import type { ParsedArguments } from './parse-arguments.js';
import { readText } from './text/read-text.js';

/** `mux call OPERATION [JSON|-]`: any operation, by its name and its input. */
export async function callCommand(args: ParsedArguments, output: Output): Promise<number> {
  const operation = await findOperation(args.operand('OPERATION'));
  const word = args.operand('JSON');
  const input = parse(word === '-' ? await readText('-', false, output) : word || '{}');
  return inContext(output, async (context) => {
    if (operation.kind === 'call') {
      output.print(`${JSON.stringify(await invoke(operation, input, context), undefined, 2)}\n`);
      return 0;
    }
    for await (const item of invokeStream(operation, input, context)) {
      await output.printWhenReady(`${JSON.stringify(item)}\n`);
    }
    return 0;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MuxError('INVALID_ARGUMENT', `The input is not valid JSON: ${(error as Error).message}.`, {
      suggestion: 'Write it as \'{"target":"%3"}\', or pass - and give it on stdin.',
    });
  }
}
