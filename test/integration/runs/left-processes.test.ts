import { describe, expect, it } from 'vitest';
import type { Run } from '../../../src/runs/run.js';
import { differentPlaces } from '../tmux/places.js';
import { type OpenRuns, useRuns } from './open-runs.js';

const BACKGROUND = 'sleep 98761 & echo "child $!"; wait';

describe.each(differentPlaces)('what a command leaves running, on $name', (place) => {
  const start = useRuns(place);

  it('hangs up when it ends by itself, as in any pane of tmux', async () => {
    await using runs = await start();
    const script = 'sleep 98761 & echo "child $!"; read x';
    const run = await runs.automation.start(runs.address, ['sh', '-c', script], { interactive: false });
    const child = await childOf(run);
    await run.send('');
    expect(await run.finished()).toMatchObject({ code: 0 });
    await expect.poll(() => isRunning(runs, child)).toBe(false);
  });

  it.each([
    ['ignores Ctrl-C, as jobs in the background do', BACKGROUND],
    ['ignores hangups', `trap '' HUP; ${BACKGROUND}`],
    ['is in another process group', `set -m; ${BACKGROUND}`],
  ])('is ended with it where it %s', async (_, script) => {
    await using runs = await start();
    for (const interactive of [false, true]) {
      const run = await runs.automation.start(runs.address, ['sh', '-c', script], { interactive });
      const child = await childOf(run);
      const ended = await run.end({ graceMs: 1_000 });
      expect(ended.state).toBe('finished');
      expect(ended.remains).toBeUndefined();
      expect(await isRunning(runs, child)).toBe(false);
    }
  });

  it('is ended when the shell that stayed behind it is closed', async () => {
    await using runs = await start();
    const script = 'sleep 98761 & echo "child $!"';
    const run = await runs.automation.start(runs.address, ['sh', '-c', script]);
    const child = await childOf(run);
    await run.finished();
    expect(await isRunning(runs, child)).toBe(true);
    await run.end();
    expect(await isRunning(runs, child)).toBe(false);
  });

  it('is told, and left alone, where it has made a session for itself', async () => {
    await using runs = await start();
    const script = `setsid sh -c 'echo "child $$"; exec sleep 98762' & cat`;
    const run = await runs.automation.start(runs.address, ['sh', '-c', script], { interactive: false });
    const child = await childOf(run);
    const { remains } = await run.end({ graceMs: 1_000 });
    expect(await isRunning(runs, child)).toBe(true);
    await runs.host.script('kill -9 "$1"', [String(child)]);
    expect(remains).toEqual([{ pid: child, command: 'sleep 98762' }]);
  });
});

async function childOf(run: Run): Promise<number> {
  return Number(/child (\d+)/.exec(await run.waitForText(/child \d+/))?.[1]);
}

async function isRunning({ host }: OpenRuns, pid: number): Promise<boolean> {
  const { stdout } = await host.script('read -r line <"/proc/$1/stat" && echo "$line"', [String(pid)]);
  return /\) [^ZX]/.test(stdout.toString());
}
