import type { Pane } from '../../src/tmux/pane.js';

/** Closes what hangs at the input box, and empties it, whatever a failed delivery has left. */
export async function startOver(pane: Pane): Promise<void> {
  await pane.sendKeys('Escape');
  await settled(pane);
  await emptyBox(pane);
}

/** Without Escape: pressed a second time it means something else. */
export async function emptyBox(pane: Pane): Promise<void> {
  // For each line that may be there, with the caret anywhere in it.
  await pane.sendKeys(...Array.from({ length: 12 }, () => ['C-e', 'C-u', 'BSpace']).flat());
  await settled(pane);
}

async function settled(pane: Pane): Promise<void> {
  await pane.waitForQuiet(300, { timeoutMs: 3_000 }).catch(() => undefined);
}
