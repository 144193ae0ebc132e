import type { ActionContext } from '../action-context.js';
import type { WorkspacePane } from '../panes/survey.js';
import { newLines } from '../transcript/pane-transcript.js';
import { readPane } from '../transcript/read-pane.js';

/** How many lines of a pane nobody has read yet; they stay unread. */
export async function unreadLines(workspace: ActionContext, pane: WorkspacePane): Promise<number> {
  const lines = await readPane(workspace, pane, { lines: 0, peek: true }, ({ view, before }) => ({
    answer: before ? newLines(view, before).length : Number.MAX_SAFE_INTEGER,
    screen: '',
  }));
  return lines ?? 0;
}
