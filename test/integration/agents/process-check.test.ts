import { expect, it, vi } from 'vitest';
import { ProcessCheck } from '../../../src/status/process-check.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';

it('looks again where it is asked while it looks: what it sees may be older than the reason to ask', async () => {
  await using server = await isolatedTmux();
  const { tmux } = server;
  const pane = await (await tmux.ensureSession('agents')).newWindow({ command: ['cat'] });
  const told: string[] = [];
  const check = new ProcessCheck({
    tmux,
    paneId: pane.id,
    programs: [],
    seen: true,
    tell: ({ type }) => told.push(type),
  });
  const request = tmux.request.bind(tmux);
  vi.spyOn(tmux, 'request').mockImplementationOnce(async (commands, options) => {
    const bodies = await request(commands, options);
    // Its answer is on the way when the pane closes, and somebody notices.
    await pane.kill();
    void check.check();
    return bodies;
  });
  await check.check();
  expect(told).toEqual(['process']);
  await expect.poll(() => told).toEqual(['process', 'exit']);
  await check.close();
});
