import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { checkFolder } from '../panes/check-folder.js';
import { checkTitle } from '../panes/check-title.js';
import { findWindow } from '../panes/find-pane.js';
import { launchPane } from '../panes/launch-pane.js';
import { survey } from '../panes/survey.js';

export interface SplitData {
  readonly pane: string;
  readonly window: number;
  readonly title: string;
  readonly cwd: string;
}

/** Divides the active pane of a window. The new pane does not become the active one: somebody may be typing there. */
export async function split(workspace: ActionContext, parameters: ParametersOf<'split'>): Promise<SplitData> {
  const { direction, title } = parameters;
  checkTitle(title);
  if (parameters.cwd !== undefined) await checkFolder(workspace, parameters.cwd);
  for (;;) {
    const { id, number, zoomed, panes } = findWindow(await survey(workspace), parameters.window);
    const active = panes.find((pane) => pane.active);
    if (!active) continue;
    // tmux knows no folder of a program that is just starting.
    const cwd = parameters.cwd ?? (active.cwd || workspace.settings.folder);
    const launched = await launchPane(workspace, {
      open: [
        ...(['split-window', '-d', '-t', active.id, direction === 'vertical' ? '-v' : '-h'] as const),
        // Somebody looks at one pane only, and goes on to.
        ...(zoomed ? ['-Z'] : []),
      ],
      // A new pane stands right behind the one that was split.
      target: `${id}.${active.index + 1}`,
      guard: { pane: active.id, condition: condition(active.index, zoomed) },
      title,
      cwd,
    });
    if (launched) return { pane: launched.address, window: number, title, cwd };
  }
}

/** What the new place is counted by must still be so. */
function condition(index: number, zoomed: boolean): string {
  const same = `#{==:#{pane_index} #{window_zoomed_flag},${index} ${zoomed ? 1 : 0}}`;
  return `#{&&:#{pane_active},${same}}`;
}
