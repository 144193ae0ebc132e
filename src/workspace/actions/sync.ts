import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { findWindow } from '../panes/find-pane.js';
import { survey } from '../panes/survey.js';

export interface SyncData {
  readonly window: number;
  readonly synchronized: boolean;
  readonly panes: readonly string[];
}

/** Lets what is typed into one pane of a window be typed into all of them, or no longer. */
export async function sync(workspace: ActionContext, parameters: ParametersOf<'sync'>): Promise<SyncData> {
  const window = findWindow(await survey(workspace), parameters.window);
  await workspace.tmux.window(window.id).options.set('synchronize-panes', parameters.state);
  return {
    window: window.number,
    synchronized: parameters.state === 'on',
    panes: window.panes.map(({ address }) => address),
  };
}
