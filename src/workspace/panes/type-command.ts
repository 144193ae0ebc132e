import { lockPane } from '../../delivery/index.js';
import { Deadline } from '../../model/index.js';
import type { ActionContext } from '../action-context.js';
import { type NotedCommand, noteSent } from './sent-note.js';
import type { WorkspacePane } from './survey.js';

/**
 * Types a command and presses Enter, by one sender at a time, among all processes: no key of another comes between. The
 * pane knows then what was sent.
 */
export async function typeCommand(
  workspace: ActionContext,
  pane: WorkspacePane,
  command: string,
  sentAt?: string,
): Promise<NotedCommand> {
  const { tmux } = workspace;
  using deadline = new Deadline({ what: `Typing into pane ${pane.id}`, timeoutMs: TURN_MS });
  await using _lock = await lockPane(tmux, pane.id, { deadline });
  const noted = await noteSent(workspace, pane, command, sentAt);
  await tmux.pane(pane.id).sendText(command, { enter: true });
  return noted;
}

/** What others type is typed in this time, or they are gone. */
const TURN_MS = 30_000;
