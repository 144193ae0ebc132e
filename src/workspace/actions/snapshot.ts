import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { checkFile } from './check-file.js';
import { restoreSnapshot } from './restore-snapshot.js';
import { saveSnapshot } from './save-snapshot.js';

export interface SnapshotData {
  readonly operation: 'save' | 'restore';
  readonly file: string;
  readonly windows: number;
  readonly panes: number;
  /** Panes whose commands were started again. */
  readonly restarted: readonly string[];
}

/** Saves the session to a file, or builds it again from one. */
export async function snapshot(
  workspace: ActionContext,
  parameters: ParametersOf<'snapshot'>,
): Promise<SnapshotData> {
  const { settings } = workspace;
  const { operation, restart, replace } = parameters;
  const file = checkFile(parameters.file ?? `${settings.folder}/${settings.snapshotFile}`);
  const { windows, restarted } =
    operation === 'save'
      ? { ...(await saveSnapshot(workspace, file)), restarted: [] }
      : await restoreSnapshot(workspace, file, { restart, replace });
  const panes = windows.reduce((count, window) => count + window.panes.length, 0);
  return { operation, file, windows: windows.length, panes, restarted };
}
