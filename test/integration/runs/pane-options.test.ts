import { describe, expect, it } from 'vitest';
import { openRuns } from './open-runs.js';

describe('the pane of a run', () => {
  it('has options of the caller from its first moment on, and shows itself without secrets', async () => {
    await using runs = await openRuns({ address: 'local', options: {} });
    const run = await runs.automation.start(
      runs.address,
      `tmux -L ${runs.server.socket} show-options -pv -t "$TMUX_PANE" @job; echo top-secret-7; read -r x`,
      { paneOptions: { '@job': 'number "1"; $HOME' }, secrets: ['top-secret-7'] },
    );
    await run.waitForPrompt();
    // The kernel may know of the prompt before tmux shows what was printed.
    await expect.poll(() => run.capture()).toBe('number "1"; $HOME\n****\n');
    expect(await runs.tmux.pane(run.paneId).options.get('@job')).toBe('number "1"; $HOME');
    await run.end();
    await expect((await runs.another().get(runs.address, run.id)).capture()).rejects.toMatchObject({
      code: 'PANE_NOT_FOUND',
    });
  });
});
