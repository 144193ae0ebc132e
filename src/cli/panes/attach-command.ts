import { MuxError, shellQuote } from '../../model/index.js';
import {
  type AttachArgv,
  attachArgv,
  defined,
  handOver,
  invoke,
  knownAs,
  type OperationContext,
  workerAttach,
} from '../../operations/index.js';
import { inContext } from '../calling.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';

/** `mux attach`: gives the terminal to tmux, and has it back when the person detaches. */
export async function attachCommand(args: ParsedArguments, output: Output): Promise<number> {
  const command = await inContext(output, (context) => commandFor(args, context));
  const line = command.argv.map(shellQuote).join(' ');
  if (args.has('json')) {
    output.print(`${JSON.stringify({ ...command, line }, undefined, 2)}\n`);
    return 0;
  }
  if (args.has('print')) {
    output.print(`${line}\n`);
    return 0;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new MuxError('INVALID_ARGUMENT', 'mux attach needs a terminal, and stdin or stdout is not one.', {
      suggestion: 'Run mux attach --print for the attach command, or mux peek for the screen.',
    });
  }
  return await handOver(command);
}

async function commandFor(args: ParsedArguments, context: OperationContext): Promise<AttachArgv> {
  const target = args.operand('TARGET');
  const readOnly = args.has('read-only');
  if ((await knownAs(context.runtime, target)) === 'worker') {
    return invoke(workerAttach, { name: target, readOnly, ...defined({ tmux: process.env.TMUX }) }, context);
  }
  return attachArgv(context.runtime, target, { readOnly, ...defined({ host: args.value('host') }) });
}
