import { shellQuote } from '../model/index.js';
import type { LiveRedactor } from '../redaction/live-redactor.js';
import { commandType } from './run-options.js';

/** A command as it may be kept and shown: without secrets. */
export interface ShownCommand {
  readonly text: string;
  readonly argv: readonly string[] | undefined;
  readonly type: string;
  /** Whether something had to be hidden. */
  readonly hidden: boolean;
}

export function shownCommand(command: string | readonly string[], redactor: LiveRedactor): ShownCommand {
  if (typeof command === 'string') {
    const text = redactor.text(command);
    return { text, argv: undefined, type: commandType(text), hidden: text !== command };
  }
  // Each word before it is quoted: quotes would stand between the letters of a secret that has one in it.
  const argv = command.map((word) => redactor.text(word));
  const text = redactor.text(argv.map(shellQuote).join(' '));
  return { text, argv, type: commandType(argv), hidden: text !== command.map(shellQuote).join(' ') };
}
