import { Store } from '../../api/store.js';
import { remembered } from '../../remembered.js';

/** A terminal on the wall. */
export interface WallPane {
  readonly host: string;
  readonly paneId: string;
}

export interface WallLayout {
  readonly panes: readonly WallPane[];
  /** Beside each other; `auto` takes as many as fit. */
  readonly columns: number | 'auto';
}

const kept = remembered<WallLayout>('wall', { panes: [], columns: 'auto' });

/** What the person has put on the wall. This browser remembers it. */
export const wall = new Store<WallLayout>(kept.read());

export function changeWall(change: Partial<WallLayout>): void {
  const next = { ...wall.value, ...change };
  kept.write(next);
  wall.set(next);
}

export function isOnWall({ panes }: WallLayout, { host, paneId }: WallPane): boolean {
  return panes.some((one) => one.host === host && one.paneId === paneId);
}

export function putOnWall(pane: WallPane): void {
  if (!isOnWall(wall.value, pane)) changeWall({ panes: [...wall.value.panes, pane] });
}

export function takeFromWall({ host, paneId }: WallPane): void {
  changeWall({
    panes: wall.value.panes.filter((one) => one.host !== host || one.paneId !== paneId),
  });
}
