import { describe, expect, it } from 'vitest';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { patience } from '../../patience.js';
import { openRuns } from './open-runs.js';

describe('an automation', () => {
  it('tries again by the policy of a command, and counts what happened [A75, A76]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    await using automation = new TmuxAutomation({
      store: runs.store,
      config: {
        logFolder: runs.folder,
        connect: patience,
        policies: [{ type: 'flaky', timeoutMs: 60_000, retry: { attempts: 3, backoffMs: 1, onCodes: [7] } }],
      },
    });
    const file = `${runs.folder}-tries`;
    const command = `echo x >>${file}; [ "$(wc -l <${file})" -ge 3 ] || exit 7`;
    const { status, runs: tries } = await automation.runs.complete(command, {
      host: runs.address,
      type: 'flaky',
    });
    expect(status).toMatchObject({ code: 0 });
    expect(tries).toHaveLength(3);
    const records = await automation.runs.list({ type: 'flaky', order: 'oldest' });
    expect(records.map(({ attempt, exitCode, timeoutMs }) => [attempt, exitCode, timeoutMs])).toEqual([
      [1, 7, 60_000],
      [2, 7, 60_000],
      [3, 0, 60_000],
    ]);
    const { types } = await automation.runs.metrics({ type: 'flaky' });
    expect(types).toMatchObject([{ type: 'flaky', count: 3, finished: 3 }]);
    expect(types[0]?.successRate).toBeCloseTo(1 / 3);
  });

  it('has one handle for a run, however many ask for it at once', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { id } = await runs.automation.run(runs.address, 'work', 'read x');
    await using another = new TmuxAutomation({
      store: runs.store,
      config: { logFolder: runs.folder, connect: patience },
    });
    const found = await Promise.all([1, 2, 3].map(() => another.get(runs.address, id)));
    expect(new Set(found).size).toBe(1);
  });

  it('finds out what ended unseen, and removes what is too old [A58, A62]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { automation, address } = runs;
    const { id, paneId } = await automation.run(address, 'work', 'exit 5', { interactive: false });
    await expect.poll(() => runs.tmux.pane(paneId).exists()).toBe(false);
    expect(await automation.runs.recover({ host: address })).toMatchObject({
      changed: [{ id, state: 'finished', exitCode: 5 }],
    });
    const plan = await automation.runs.prune({ maxRuns: 0 }, { host: address, dryRun: true });
    expect(plan.runs.map((run) => run.id)).toEqual([id]);
    expect(await automation.runs.list()).toHaveLength(1);
    await automation.runs.prune({ maxRuns: 0 }, { host: address });
    expect(await automation.runs.list()).toEqual([]);
    expect(await runs.host.files.list(runs.folder)).toEqual([]);
    await expect(automation.get(address, id)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  it('still knows how a run ended whose files were removed once they were read', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { automation, address } = runs;
    const run = await automation.start(address, 'echo hello; exit 3', { interactive: false });
    await run.finished();
    const { cursor } = await run.harvest();
    await expect.poll(async () => (await runs.store.runs.get(run.id))?.bytes).toBe(cursor);
    await expect.poll(() => runs.tmux.pane(run.paneId).exists()).toBe(false);
    await automation.runs.prune({ persisted: true }, { host: address });
    expect(await runs.host.files.list(runs.folder)).toEqual([]);
    const status = await runs.another().status(address, run.target, run.id);
    expect(status).toMatchObject({ state: 'finished', code: 3, confidence: 'certain' });
    await expect(runs.another().harvest(address, run.id)).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' });
  });

  it('says that it has no store where one is needed', async () => {
    await using automation = new TmuxAutomation({ store: false });
    await expect(automation.runs.metrics()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await automation.runs.list()).toEqual([]);
  });
});
