import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';

describe('a tmux server for tests', () => {
  it('knows the exit code of every program whose pane stays', async () => {
    await using server = await isolatedTmux({ config: 'set -g remain-on-exit on' });
    const { tmux } = server;
    for (let code = 0; code < 60; code++) {
      const [id = ''] = await tmux.command('new-window', '-dPF', '#{pane_id}', `exit ${code}`);
      const told = () => tmux.command('display-message', '-p', '-t', id, '#{pane_dead} #{pane_dead_status}');
      // One after the other: the end of another program would make a server look that has lost the news of this one.
      await expect.poll(told, { timeout: 20_000 }).toEqual([`1 ${code}`]);
    }
  });
});
