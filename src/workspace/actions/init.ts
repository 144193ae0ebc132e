import type { ActionContext } from '../action-context.js';
import { survey } from '../panes/survey.js';

export interface InitData {
  readonly session: string;
  readonly windows: { readonly id: number; readonly name: string; readonly panes: number }[];
  readonly active_pane: string;
}

/** Makes sure that the session is there; one that is there is left as it is. */
export async function init(workspace: ActionContext): Promise<InitData> {
  const { windows } = await survey(workspace);
  const active = windows.find((window) => window.active)?.panes.find((pane) => pane.active);
  return {
    session: workspace.settings.session,
    windows: windows.map(({ number, name, panes }) => ({ id: number, name, panes: panes.length })),
    active_pane: active?.address ?? '0.0',
  };
}
