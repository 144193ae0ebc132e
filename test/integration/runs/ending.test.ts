import { describe, expect, it, vi } from 'vitest';
import { MuxError } from '../../../src/model/mux-error.js';
import { differentTools } from '../tmux/places.js';
import { openRuns, useRuns } from './open-runs.js';
import { endingSuite } from './suites/ending.js';

describe.each(differentTools)('ending runs on $name', (place) => endingSuite(useRuns(place)));

describe('a run whose tmux does not answer in time', () => {
  it('is not taken for one that is gone, but told as one that could not be ended', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const run = await runs.automation.start(runs.tmux, 'read x', { interactive: false });
    await run.waitForPrompt();
    const late = vi
      .spyOn(runs.tmux, 'request')
      .mockRejectedValue(new MuxError('TIMEOUT', 'tmux did not answer.'));
    await expect(run.endCommand()).rejects.toMatchObject({ code: 'TIMEOUT' });
    late.mockRestore();
    await run.endCommand();
    expect(await run.finished()).toMatchObject({ code: 130, signal: 'SIGINT' });
  });
});
