import { type ForegroundProcess, foregroundProcesses } from '../../panes/index.js';
import type { ActionContext } from '../action-context.js';
import { runningCommand } from '../panes/running-command.js';
import { survey, type WorkspacePane } from '../panes/survey.js';

export interface ListData {
  readonly session: string;
  readonly windows: {
    readonly id: number;
    readonly name: string;
    readonly panes: {
      readonly id: string;
      readonly title: string;
      readonly cwd: string;
      readonly active: boolean;
      readonly running: string | null;
    }[];
  }[];
}

/** All windows and panes, by one query to tmux and one script for the processes of all panes. */
export async function list(workspace: ActionContext): Promise<ListData> {
  const found = await survey(workspace);
  const foreground = await foregroundOf(
    workspace,
    found.windows.flatMap(({ panes }) => panes),
  );
  const running = (pane: WorkspacePane): string | null => {
    const verdict = runningCommand(pane, foreground(pane));
    return verdict.running === null ? null : workspace.redactor.text(verdict.running);
  };
  return {
    session: workspace.settings.session,
    windows: found.windows.map(({ number, name, panes }) => ({
      id: number,
      name,
      panes: panes.toSorted(byAddress).map((pane) => ({
        id: pane.address,
        title: pane.title,
        cwd: pane.cwd,
        active: pane.active,
        running: running(pane),
      })),
    })),
  };
}

/** The processes in the foreground of each pane. */
export async function foregroundOf(
  { tmux }: ActionContext,
  panes: readonly WorkspacePane[],
): Promise<(pane: WorkspacePane) => readonly ForegroundProcess[] | undefined> {
  const pids = panes.filter(({ dead }) => !dead).map(({ pid }) => pid);
  const processes = await foregroundProcesses(tmux.host, pids);
  return (pane) => processes.get(pane.pid);
}

function byAddress(a: WorkspacePane, b: WorkspacePane): number {
  const [aWindow = 0, aPane = 0] = a.address.split('.').map(Number);
  const [bWindow = 0, bPane = 0] = b.address.split('.').map(Number);
  return aWindow - bWindow || aPane - bPane;
}
