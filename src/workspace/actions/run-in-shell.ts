import { Deadline, isMuxError, MuxError } from '../../model/index.js';
import { attachShell, readShellState, type Shell } from '../../shells/index.js';
import type { ActionContext } from '../action-context.js';
import type { NotedCommand } from '../panes/sent-note.js';
import type { WorkspacePane } from '../panes/survey.js';
import { bounded } from './command-output.js';
import type { SendOutcome } from './send-wait.js';

export interface RunInShellOptions {
  readonly timeoutMs: number;
  /** Called when the command is about to be run. */
  readonly note: () => Promise<NotedCommand>;
}

/** Runs a command at the prompt of a pane to its end. When time is up it goes on. */
export async function runInShell(
  workspace: ActionContext,
  pane: WorkspacePane,
  command: string,
  { timeoutMs, note }: RunInShellOptions,
): Promise<SendOutcome> {
  const { redactor, signal } = workspace;
  const what = `The command in pane ${pane.address}`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  let noted: NotedCommand | undefined;
  try {
    const shell = await shellOf(workspace, pane, deadline);
    noted = await note();
    const timeLeft = Math.max(1, Math.ceil(deadline.remainingMs));
    const { code, output, truncated } = await shell.exec(command, {
      timeoutMs: timeLeft,
      onTimeout: 'leave',
      ...(signal && { signal }),
    });
    const printed = bounded(redactor.text(output).trimEnd());
    return { done: true, exit_code: code, output: truncated ? `${OUTPUT_MISSING}\n${printed}` : printed };
  } catch (error) {
    if (!isMuxError(error)) throw error;
    if (error.code === 'TIMEOUT' && noted) {
      const output = bounded(redactor.text(String(error.details.output ?? '')).trimEnd());
      return { done: false, exit_code: null, output };
    }
    if (REFUSALS.has(error.code)) await noted?.takeBack();
    throw noted ? explained(error, pane) : error;
  }
}

/** The connection did not keep up, or broke; the log of the pane has everything. */
const OUTPUT_MISSING = "[muxwright: some of the output is missing here; use action='read']";

/** What a shell says to a command that it does not take. */
const REFUSALS = new Set(['SHELL_BUSY', 'SHELL_LINE_IN_USE', 'SHELL_NOT_INTEGRATED', 'INVALID_ARGUMENT']);

/** The shell that was opened with the pane; it is watched a while longer, as the next command may come soon. */
async function shellOf(
  { tmux, shells, signal }: ActionContext,
  pane: WorkspacePane,
  deadline: Deadline,
): Promise<Shell> {
  if (pane.shell === '') throw noShell(pane);
  const handle = tmux.pane(pane.id);
  const { activity, path } = await readShellState(handle.tmux, pane.id, pane.shell);
  const hasBegun = path.startsWith(`muxwright:${pane.shell}:`);
  if (activity === 'busy' && hasBegun) throw busy(pane);
  const known = shells.get(pane.shell);
  if (known) return known;
  const timeoutMs = Math.max(1, Math.ceil(deadline.remainingMs));
  const shell = await attachShell(handle, { timeoutMs, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (!isMuxError(error)) throw error;
      throw error.code === 'SHELL_NOT_INTEGRATED' ? noPrompt(pane, error) : explained(error, pane);
    },
  );
  shells.set(pane.shell, shell);
  return shell;
}

/** What the shell refuses, in the words of the workspace. */
function explained(error: MuxError, pane: WorkspacePane): MuxError {
  switch (error.code) {
    case 'SHELL_NOT_INTEGRATED':
      return noShell(pane);
    case 'SHELL_BUSY':
      return busy(pane, error);
    case 'SHELL_LINE_IN_USE':
      return new MuxError(
        error.code,
        `A person has typed part of a line at the prompt in pane ${pane.address}.`,
        {
          suggestion: 'Use another pane, or try again later.',
          cause: error,
        },
      );
    default:
      return error;
  }
}

function busy({ address, program }: WorkspacePane, cause?: MuxError): MuxError {
  return new MuxError('SHELL_BUSY', `Pane ${address} is busy: '${program}' runs in it.`, {
    suggestion: "Use another pane (action='split'), or send without wait='end' to answer the program.",
    cause,
  });
}

function noPrompt({ address, program }: WorkspacePane, cause: MuxError): MuxError {
  return new MuxError(
    'SHELL_NOT_INTEGRATED',
    `The shell in pane ${address} did not come to its prompt in time ('${program}' is in it).`,
    {
      suggestion: "Give it more time (timeout='…'), or look at it with action='read'.",
      cause,
    },
  );
}

function noShell({ address, program }: WorkspacePane): MuxError {
  return new MuxError(
    'SHELL_NOT_INTEGRATED',
    `Pane ${address} holds no shell that can tell when a command ends ('${program}' is in it).`,
    {
      suggestion:
        "Use wait='text' or wait='quiet' there, or a pane made by action='split' or action='window'.",
    },
  );
}
