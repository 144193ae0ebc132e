import type { PaneNode, SessionNode, WindowNode } from './use-host-tree.js';

/** A pane with what it is in. */
export interface PanePlace {
  readonly session: SessionNode;
  readonly window: WindowNode;
  readonly pane: PaneNode;
}

export function placeOfPane(sessions: readonly SessionNode[], paneId: string): PanePlace | undefined {
  return panePlaces(sessions).find(({ pane }) => pane.id === paneId);
}

/** All panes of a host, in the order that tmux has them. */
export function panePlaces(sessions: readonly SessionNode[]): PanePlace[] {
  return sessions.flatMap((session) =>
    session.windows.flatMap((window) => window.panes.map((pane) => ({ session, window, pane }))),
  );
}
