import { MuxError } from '../../model/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { findPane } from '../panes/find-pane.js';
import { type NotedCommand, noteSent } from '../panes/sent-note.js';
import { survey, type WorkspacePane } from '../panes/survey.js';
import { typeCommand } from '../panes/type-command.js';
import { clearPane } from './clear-pane.js';
import { runInShell } from './run-in-shell.js';
import { type SendOutcome, waitAfter } from './send-wait.js';

/** Where the caller waits, what came of it is there as well. */
export interface SendData extends Partial<SendOutcome> {
  readonly pane: string;
  readonly command: string;
  readonly sent_at: string;
}

/** Types a command and presses Enter; with `wait`, stays until something has happened. */
export async function send(workspace: ActionContext, parameters: ParametersOf<'send'>): Promise<SendData> {
  const { command, wait } = parameters;
  checkCommand(workspace, parameters);
  const pane = findPane(await survey(workspace), parameters.pane);
  if (pane.dead) throw deadPane(pane);
  if (wait === 'end' && pane.synchronized) throw synchronizedPane(pane);
  if (parameters.clear) await clearPane(workspace, pane);
  const sent_at = timestamp(workspace);
  const sent = { pane: pane.address, command, sent_at };
  const timeoutMs = parameters.timeout * 1000;
  if (wait === 'end') {
    const note = (): Promise<NotedCommand> => noteSent(workspace, pane, command, sent_at);
    return { ...sent, ...(await runInShell(workspace, pane, command, { timeoutMs, note })) };
  }
  const type = (): Promise<NotedCommand> => typeCommand(workspace, pane, command, sent_at);
  if (wait === undefined) {
    await type();
    return sent;
  }
  const until = wait === 'text' ? { text: parameters.text ?? '' } : { quietMs: parameters.quiet_ms };
  return { ...sent, ...(await waitAfter(workspace, pane, { type, command, until, timeoutMs })) };
}

function checkCommand({ settings }: ActionContext, { command, wait, text }: ParametersOf<'send'>): void {
  if (wait === 'text' && !text) {
    throw new MuxError('INVALID_ARGUMENT', "The parameter 'text' is missing.", {
      suggestion: 'Write wait="text" text="…", with what the program will print.',
    });
  }
  if (command.includes('\0')) {
    throw new MuxError('INVALID_ARGUMENT', 'A command cannot hold a NUL byte.', {
      suggestion: 'Let a program make it: printf "\\\\0".',
    });
  }
  const bytes = Buffer.byteLength(command);
  if (bytes <= settings.maxCommandBytes) return;
  throw new MuxError(
    'TEXT_TOO_LONG',
    `The command is ${bytes} bytes long; ${settings.maxCommandBytes} is the maximum that is typed.`,
    { suggestion: 'Write it to a file in several steps, and run that.' },
  );
}

function deadPane({ address }: WorkspacePane): MuxError {
  return new MuxError('PANE_DEAD', `The program in pane ${address} has ended.`, {
    suggestion: `Use action='kill' pane='${address}', and action='split' for a new pane.`,
  });
}

function synchronizedPane({ address }: WorkspacePane): MuxError {
  return new MuxError(
    'INVALID_ARGUMENT',
    `Pane ${address} is synchronized with others, and wait='end' follows one.`,
    {
      suggestion: "Use wait='text' or wait='quiet', or switch it off: action='sync' state='off'.",
    },
  );
}
