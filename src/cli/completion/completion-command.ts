import { didYouMean, MuxError, shownText } from '../../model/index.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { completionScripts } from './completion-scripts.js';

/** `mux completion SHELL` */
export async function completionCommand(args: ParsedArguments, output: Output): Promise<number> {
  const shell = args.operand('SHELL');
  const shells = Object.keys(completionScripts);
  if (!shells.includes(shell)) {
    throw new MuxError('INVALID_ARGUMENT', `There is no completion script for '${shownText(shell)}'.`, {
      suggestion: didYouMean(shell, shells) ?? `Supported shells: ${shells.join(', ')}.`,
    });
  }
  const script = completionScripts[shell as keyof typeof completionScripts];
  output.print(args.has('json') ? `${JSON.stringify({ shell, script })}\n` : script);
  return 0;
}
