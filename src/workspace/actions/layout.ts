import { MuxError } from '../../model/index.js';
import type { Command } from '../../tmux/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { checkTitle } from '../panes/check-title.js';
import { findWindow } from '../panes/find-pane.js';
import { survey, type WorkspaceWindow } from '../panes/survey.js';
import { readLayouts, type SavedLayout, writeLayout } from '../saved-layouts.js';

export interface LayoutData {
  readonly operation: 'save' | 'restore' | 'list';
  readonly layouts: readonly SavedLayout[];
}

/** Saves how the panes of a window are arranged, or arranges them that way again. */
export async function layout(
  workspace: ActionContext,
  parameters: ParametersOf<'layout'>,
): Promise<LayoutData> {
  const { operation, name } = parameters;
  checkTitle(name, 'name');
  const saved = await readLayouts(workspace);
  if (operation === 'list') return { operation, layouts: saved };
  const window = findWindow(await survey(workspace), parameters.window);
  if (operation === 'restore') {
    const chosen =
      saved.find((one) => one.name === name && one.window === window.number) ?? missing(name, saved);
    await arrange(workspace, window, chosen);
    return { operation, layouts: [chosen] };
  }
  const entry: SavedLayout = {
    name,
    window: window.number,
    panes: window.panes.map(({ address }) => address),
    layout: window.layout,
    saved_at: timestamp(workspace),
  };
  await writeLayout(workspace, entry);
  return { operation, layouts: [entry] };
}

/** Panes that changed their places since go back to them. */
async function arrange({ tmux }: ActionContext, window: WorkspaceWindow, saved: SavedLayout): Promise<void> {
  if (window.panes.length !== saved.panes.length) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `Layout '${saved.name}' is for ${saved.panes.length} panes, and window ${window.number} has ${window.panes.length}.`,
      { suggestion: "Use action='split' or action='kill' until it has as many." },
    );
  }
  const order = window.panes.map(({ id, address }) => ({ id, address }));
  const swaps: Command[] = [];
  for (const [place, address] of saved.panes.entries()) {
    const now = order.findIndex((pane) => pane.address === address);
    const [there, pane] = [order[place], order[now]];
    if (!there || !pane || now === place) continue;
    swaps.push(['swap-pane', '-d', '-Z', '-s', pane.id, '-t', there.id]);
    [order[place], order[now]] = [pane, there];
  }
  await tmux.request([...swaps, ['select-layout', '-t', window.id, saved.layout]]);
}

function missing(name: string, saved: readonly SavedLayout[]): never {
  const names = [...new Set(saved.map((one) => `'${one.name}' of window ${one.window}`))];
  throw new MuxError('INVALID_ARGUMENT', `No layout '${name}' was saved for this window.`, {
    suggestion: names.length === 0 ? "Save one first: operation='save'." : `There are: ${names.join(', ')}.`,
  });
}
