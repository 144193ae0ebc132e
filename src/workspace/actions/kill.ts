import { MuxError } from '../../model/index.js';
import { commandLine } from '../../tmux/index.js';
import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { endPanes } from '../panes/end-panes.js';
import { findPane, findWindow } from '../panes/find-pane.js';
import { findWorkspace, survey, type WorkspacePane } from '../panes/survey.js';

export interface KillData {
  readonly killed: string;
  readonly type: 'pane' | 'window';
}

/** Ends a pane, or a window with all its panes, and what runs there. */
export async function kill(
  workspace: ActionContext,
  { pane, window }: ParametersOf<'kill'>,
): Promise<KillData> {
  if ((pane === undefined) === (window === undefined)) {
    const which = pane === undefined ? 'is missing' : "and the parameter 'window' cannot be given together";
    throw new MuxError('INVALID_ARGUMENT', `The parameter 'pane' ${which}.`, {
      suggestion: 'Give exactly one of pane="0.1" and window="2".',
    });
  }
  const found = await survey(workspace);
  if (window !== undefined) {
    const { id, panes } = findWindow(found, window);
    await killGuarded(workspace, ['kill-window', '-t', id], id, '#{!=:#{session_windows},1}', panes);
    return { killed: String(window), type: 'window' };
  }
  const target = findPane(found, pane ?? '');
  const others = '#{||:#{!=:#{session_windows},1},#{!=:#{window_panes},1}}';
  await killGuarded(workspace, ['kill-pane', '-t', target.id], target.id, others, [target]);
  return { killed: target.address, type: 'pane' };
}

/** tmux looks whether others are left in the moment of the kill: two callers may each kill all but the other's. */
async function killGuarded(
  workspace: ActionContext,
  command: readonly [string, ...string[]],
  target: string,
  others: string,
  panes: readonly WorkspacePane[],
): Promise<void> {
  await workspace.tmux.request([['if-shell', '-F', '-t', target, others, commandLine([command])]]);
  const left = await findWorkspace(workspace);
  const stays = left?.windows.some(
    ({ id, panes: now }) => id === target || now.some((pane) => pane.id === target),
  );
  if (stays) {
    const what = target.startsWith('@') ? 'window' : 'pane';
    throw new MuxError(
      'INVALID_ARGUMENT',
      `The last ${what} cannot be killed: it would destroy the session.`,
      {
        suggestion:
          "Create another one first (action='split' or action='window'), or end its program with action='send'.",
      },
    );
  }
  await endPanes(workspace, panes);
}
