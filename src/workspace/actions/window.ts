import { checkWindowName, literalFormat } from '../../tmux/index.js';
import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { checkFolder } from '../panes/check-folder.js';
import { keepName } from '../panes/create-workspace.js';
import { launchPane } from '../panes/launch-pane.js';
import { survey } from '../panes/survey.js';

export interface WindowData {
  readonly window: number;
  readonly name: string;
  readonly pane: string;
}

/** Opens a window in the background. */
export async function window(
  workspace: ActionContext,
  parameters: ParametersOf<'window'>,
): Promise<WindowData> {
  const { name, cwd = workspace.settings.folder } = parameters;
  if (name !== undefined) checkWindowName(name);
  const { sessionId } = await survey(workspace);
  if (parameters.cwd !== undefined) await checkFolder(workspace, cwd);
  const target = `${sessionId}:{end}`;
  const launched = await launchPane(workspace, {
    open: [
      'new-window',
      '-d',
      '-a',
      '-t',
      target,
      ...(name === undefined ? [] : ['-n', literalFormat(name)]),
    ],
    target,
    title: name ?? 'New pane',
    cwd,
    also: name === undefined ? [] : keepName(target),
  });
  const { address = '', windowName = '' } = launched ?? {};
  return { window: Number(address.split('.')[0]), name: windowName, pane: address };
}
