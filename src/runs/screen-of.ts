import { observerOf } from '../panes/index.js';
import type { StyledScreen } from '../screen/index.js';
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
