import { expect, it, vi } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { SessionWatch } from '../../../src/tmux/session-watch.js';

it('a pane that is made and watched while others are looked for is not taken for one that has gone', async () => {
  await using server = await isolatedTmux();
  const { tmux } = server;
  const command = ['cat'];
  const one = await tmux.ensureSession('one', { command });
  const two = await tmux.ensureSession('two', { command });
  const ends = await one.newWindow({ command });
  const other = await two.newWindow({ command });
  const [endsClosed, otherClosed] = [await closings(ends), await closings(other)];
  let fresh: string[] | undefined;
  // In the midst of a look at all panes: where they are is known, and what has gone is being told.
  vi.spyOn(SessionWatch.prototype, 'flush').mockImplementationOnce(async () => {
    fresh = await closings(await two.newWindow({ command }));
  });
  await ends.kill();
  await expect.poll(() => endsClosed).toEqual(['pane-exited']);
  // The next look comes behind the first.
  await other.kill();
  await expect.poll(() => otherClosed).toEqual(['pane-exited']);
  expect(fresh).toEqual([]);
});

/** Why a pane was said to be gone, from now on. */
async function closings(pane: Pane): Promise<string[]> {
  const reasons: string[] = [];
  await pane.subscribe({ output: () => {}, gap: () => {}, closed: (reason) => reasons.push(reason) });
  return reasons;
}
