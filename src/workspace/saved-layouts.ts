import { createHash } from 'node:crypto';
import { MuxError } from '../model/index.js';
import type { ActionContext } from './action-context.js';
import { isWindowLayout } from './window-layout.js';

/** An arrangement of the panes of a window. */
export interface SavedLayout {
  readonly name: string;
  readonly window: number;
  /** In the order of their places. */
  readonly panes: readonly string[];
  /** As tmux writes it. */
  readonly layout: string;
  readonly saved_at: string;
}

/** Each has a file of its own, so that several can be saved at the same moment. */
export async function writeLayout(workspace: ActionContext, entry: SavedLayout): Promise<void> {
  const { host } = workspace.tmux;
  const folder = folderOf(workspace);
  const { code, stderr } = await host.script('mkdir -p -- "$1"', [folder]);
  if (code !== 0) {
    throw new MuxError('PERMISSION_DENIED', `The folder '${folder}' cannot be made: ${said(stderr)}`, {
      suggestion: 'Remove what stands there, or configure another `layoutsFolder`.',
    });
  }
  const name = createHash('sha1').update(entry.name).digest('hex').slice(0, 16);
  await host.files.write(`${folder}/${entry.window}-${name}.json`, `${JSON.stringify(entry)}\n`);
}

/** In the order of their windows and names. What is none is passed over: people may have written there. */
export async function readLayouts(workspace: ActionContext): Promise<readonly SavedLayout[]> {
  const { stdout } = await workspace.tmux.host.script('cat -- "$1"/*.json 2>/dev/null; exit 0', [
    folderOf(workspace),
  ]);
  return stdout
    .toString()
    .split('\n')
    .map(parsed)
    .filter(isSavedLayout)
    .sort((a, b) => a.window - b.window || (a.name < b.name ? -1 : 1));
}

function folderOf({ settings }: ActionContext): string {
  return `${settings.folder}/${settings.layoutsFolder}`;
}

function said(stderr: Buffer): string {
  return stderr.toString().trim().split('\n').at(-1) ?? '';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isSavedLayout(value: unknown): value is SavedLayout {
  if (typeof value !== 'object' || value === null) return false;
  const { name, window, panes, layout } = value as Partial<Record<keyof SavedLayout, unknown>>;
  return (
    typeof name === 'string' &&
    Number.isSafeInteger(window) &&
    Array.isArray(panes) &&
    panes.every((pane) => typeof pane === 'string') &&
    typeof layout === 'string' &&
    isWindowLayout(layout, panes.length)
  );
}
