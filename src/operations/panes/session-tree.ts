import { Coalesced } from '../../model/index.js';
import {
  listRecords,
  type PlacedPane,
  placedPaneFields,
  type SessionInfo,
  type Tmux,
  toPlacedPane,
} from '../../tmux/index.js';

/** What runs in the tmux server of a host: sessions, their windows, their panes. */
export interface SessionTree {
  /** Address of the host. */
  readonly host: string;
  readonly sessions: readonly SessionNode[];
}

export interface SessionNode {
  readonly id: string;
  readonly name: string;
  /** People attached; control-mode clients such as our own not counted. */
  readonly attached: number;
  readonly createdAt: Date;
  readonly windows: readonly WindowNode[];
}

export interface WindowNode {
  readonly id: string;
  readonly index: number;
  readonly name: string;
  readonly panes: readonly PaneNode[];
}

export interface PaneNode {
  readonly id: string;
  readonly index: number;
  /** The active pane of its window. */
  readonly active: boolean;
  /** Name of the program in the foreground. */
  readonly command: string;
  readonly title: string;
  readonly cwd: string;
  readonly pid: number;
  readonly width: number;
  readonly height: number;
  readonly dead: boolean;
  /** Exit code of a dead pane, where tmux knows it. */
  readonly deadStatus: number | undefined;
}

/**
 * Reads everything by two questions; no sessions where no server runs. tmux needs some 10 ms for hundreds of panes, so
 * all who want to know at the same time share them.
 */
export function readSessionTree(tmux: Tmux): Promise<SessionTree> {
  const reading = readings.get(tmux) ?? new Coalesced(() => askForTree(tmux));
  readings.set(tmux, reading);
  return reading.run();
}

const readings = new WeakMap<Tmux, Coalesced<SessionTree>>();

async function askForTree(tmux: Tmux): Promise<SessionTree> {
  const [sessions, panes] = await Promise.all([
    tmux.sessions(),
    listRecords(tmux, ['list-panes', '-a'], placedPaneFields),
  ]);
  return sessionTree(tmux.place, sessions, panes.map(toPlacedPane));
}

/** The panes of one window, each with its place. */
export async function readWindow(tmux: Tmux, window: string): Promise<PlacedPane[]> {
  return (await listRecords(tmux, ['list-panes', '-t', window], placedPaneFields)).map(toPlacedPane);
}

/** The tree with a window that has come; `undefined` where it cannot be said where that belongs. */
export function withWindow(tree: SessionTree, panes: readonly PlacedPane[]): SessionTree | undefined {
  const [window] = windowNodes(panes);
  const sessionId = panes[0]?.sessionId;
  const isKnown = tree.sessions.some(({ windows }) => windows.some(({ id }) => id === window?.id));
  if (!window || isKnown || !tree.sessions.some(({ id }) => id === sessionId)) return undefined;
  const sessions = tree.sessions.map((session) => {
    if (session.id !== sessionId) return session;
    return { ...session, windows: [...session.windows, window].sort((a, b) => a.index - b.index) };
  });
  return { ...tree, sessions };
}

/** Puts the flat lists of tmux together. A window that is linked into two sessions stands in both. */
export function sessionTree(
  host: string,
  sessions: readonly SessionInfo[],
  panes: readonly PlacedPane[],
): SessionTree {
  const placed = new Map<string, PlacedPane[]>();
  for (const pane of panes) {
    const others = placed.get(pane.sessionId);
    if (others) others.push(pane);
    else placed.set(pane.sessionId, [pane]);
  }
  return {
    host,
    sessions: sessions.map(({ id, name, attached, createdAt }) => ({
      id,
      name,
      attached,
      createdAt,
      windows: windowNodes(placed.get(id) ?? []),
    })),
  };
}

function windowNodes(panes: readonly PlacedPane[]): WindowNode[] {
  const windows = new Map<string, WindowNode & { readonly panes: PaneNode[] }>();
  for (const pane of panes) {
    const { windowId, windowIndex, windowName } = pane;
    const window = windows.get(windowId) ?? { id: windowId, index: windowIndex, name: windowName, panes: [] };
    windows.set(windowId, window);
    window.panes.push(paneNode(pane));
  }
  return [...windows.values()];
}

function paneNode(pane: PlacedPane): PaneNode {
  const { id, index, active, command, title, cwd, pid, width, height, dead, deadStatus } = pane;
  return { id, index, active, command, title, cwd, pid, width, height, dead, deadStatus };
}
