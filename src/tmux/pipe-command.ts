import { literalFormat } from './names.js';
import type { Command } from './quote.js';

/** Gives all that a pane prints to a shell command, exactly this one: pipe-pane expands formats and strftime sequences. */
export function pipeCommand(pane: string, shellCommand: string): Command {
  return ['pipe-pane', '-O', '-t', pane, '--', literalFormat(shellCommand).replaceAll('%', '%%')];
}
