import { describe, expect, it } from 'vitest';
import { runMetrics } from '../../../src/runs/run-metrics.js';
import { openRuns } from './open-runs.js';

describe('metrics over runs', () => {
  it('tell durations, success, exit codes and the most common prompts by type [A76]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { automation, address, store } = runs;
    const options = { interactive: false, type: 'ask', promptDetectors: [/\? $/] };
    for (const question of ['Go on', 'Sure', 'Go on']) {
      const run = await automation.start(address, `printf "${question}? "; read x; exit $x`, options);
      await run.waitForPrompt();
      await run.send(question === 'Sure' ? '3' : '0');
      await run.finished();
    }
    await automation.start(address, 'cat', { type: 'other' });
    const { types, count } = await runMetrics(store);
    expect(count).toBe(4);
    expect(types).toMatchObject([
      {
        type: 'ask',
        count: 3,
        finished: 3,
        succeeded: 2,
        successRate: 2 / 3,
        exitCodes: [
          { exitCode: 0, count: 2 },
          { exitCode: 3, count: 1 },
        ],
        commonPrompts: [
          { text: 'Go on?', count: 2 },
          { text: 'Sure?', count: 1 },
        ],
      },
      { type: 'other', count: 1, running: 1, successRate: undefined, durationMs: undefined },
    ]);
    const { min = -1, max = -1 } = types[0]?.durationMs ?? {};
    expect(min).toBeGreaterThan(0);
    expect(max).toBeGreaterThanOrEqual(min);
    expect((await runMetrics(store, { type: 'other' })).types.map(({ type }) => type)).toEqual(['other']);
  });
});
