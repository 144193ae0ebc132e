import { expect, it, vi } from 'vitest';
import { openRuns } from './open-runs.js';

it('is written down when it has its turn, so that one that waits for it is not taken for lost', async () => {
  await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
  const request = runs.tmux.request.bind(runs.tmux);
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let launches = 0;
  vi.spyOn(runs.tmux, 'request').mockImplementation(async (commands, options) => {
    if (commands.some(([name]) => name === 'new-window')) {
      launches++;
      await gate;
    }
    return request(commands, options);
  });
  const starts = Array.from({ length: 6 }, () => runs.automation.start(runs.tmux, 'true'));
  await expect.poll(() => launches).toBe(4);
  expect(await runs.store.runs.count()).toBe(4);
  const launchedAt = new Date();
  letGo();
  const started = await Promise.all(starts);
  const times = await Promise.all(started.map(async ({ id }) => (await runs.store.runs.get(id))?.startedAt));
  // Its time to be launched begins with its turn.
  expect(times.filter((time) => time !== undefined && time >= launchedAt)).toHaveLength(2);
  for (const run of started) await run.end();
});
