import type { Pane } from '../../src/tmux/pane.js';
import type { OpenAgent } from './open-agent.js';

/** Closes what hangs at the input box, and empties it, whatever a failed delivery has left. */
export async function startOver(agent: Pick<OpenAgent, 'name' | 'pane'>): Promise<void> {
  await agent.pane.sendKeys('Escape');
  await settled(agent.pane);
  await emptyBox(agent);
}

/** Without Escape: pressed a second time it means something else. */
export async function emptyBox({ name, pane }: Pick<OpenAgent, 'name' | 'pane'>): Promise<void> {
  if (name === 'continue') return emptySlowly(pane);
  // For each line that may be there, with the caret anywhere in it.
  await pane.sendKeys(...Array.from({ length: 12 }, () => ['C-e', 'C-u', 'BSpace']).flat());
  await settled(pane);
}

/** Continue takes several keys that come at once for text. */
async function emptySlowly(pane: Pane): Promise<void> {
  for (let round = 0; round < 12; round++) {
    for (const key of ['C-e', 'C-u', 'BSpace']) {
      await pane.sendKeys(key);
      await pane.waitForQuiet(30, { timeoutMs: 500 }).catch(() => undefined);
    }
  }
  await settled(pane);
}

async function settled(pane: Pane): Promise<void> {
  await pane.waitForQuiet(300, { timeoutMs: 3_000 }).catch(() => undefined);
}
