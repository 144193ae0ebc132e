import type { ActionContext } from '../action-context.js';
import type { WorkspacePane } from '../panes/survey.js';
import { workspaceOptions } from '../panes/workspace-options.js';
import { outputOf, type ReadData, type ReadRequest } from './read-answer.js';

/**
 * Reads a pane that has no log, from what tmux still has of it. Lines are counted from the oldest that is there, so that
 * new ones are found as long as none fall off the history.
 */
export async function readUnrecorded(
  { tmux, redactor }: ActionContext,
  { id, address }: WorkspacePane,
  { lines, since }: ReadRequest,
): Promise<ReadData> {
  const pane = tmux.pane(id);
  const text = await pane.capture({ history: 'all', joined: true });
  const all = redactor.screen(text.trimEnd().split('\n'));
  const before = Number((await pane.options.get(workspaceOptions.reads)) ?? 0) || 0;
  await pane.options.set(workspaceOptions.reads, String(all.length));
  const chosen = since && before <= all.length ? all.slice(before) : all;
  const taken = lines === undefined ? chosen : chosen.slice(-lines);
  return {
    pane: address,
    ...outputOf(taken),
    cursor_position: String(all.length),
    has_more: taken.length < all.length,
  };
}
