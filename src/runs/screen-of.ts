import { observerOf } from '../panes/pane-observer.js';
import type { StyledScreen } from '../screen/styled-screen.js';
import type { RunPlace } from './run-place.js';

/** What the terminal of a run shows now; `undefined` where it is gone, or cannot be asked. */
export async function screenOf({ pane }: Pick<RunPlace, 'pane'>): Promise<StyledScreen | undefined> {
  return (
    pane &&
    observerOf(pane)
      .screen()
      .catch(() => undefined)
  );
}
