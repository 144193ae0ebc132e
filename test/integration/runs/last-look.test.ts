import { describe, expect, it } from 'vitest';
import { MuxError } from '../../../src/model/mux-error.js';
import { findRun } from '../../../src/runs/find-run.js';
import { RunWatch } from '../../../src/runs/run-watch.js';
import { openRuns } from './open-runs.js';

describe('the last look at a run', () => {
  it('is taken again where the host does not answer in time: silence is no loss', async () => {
    await using runs = await openRuns({ address: 'local', options: {} });
    const { tmux, store, folder } = runs;
    const run = await runs.automation.start(tmux, 'read x; exit 7', { interactive: false });
    const { place } = await findRun(tmux, run.id, store, folder);
    let silent = false;
    let asked = 0;
    const host = new Proxy(place.tmux.host, {
      get(target, name) {
        if (silent) asked++;
        if (silent) throw new MuxError('TIMEOUT', 'The host did not answer in time.');
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const slow = new Proxy(place.tmux, {
      get(target, name) {
        if (name === 'host') return host;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    // Without its nonces it cannot know the end by the output.
    const watch = new RunWatch({ ...place, tmux: slow, nonces: undefined }, false);
    await watch.start();
    silent = true;
    await place.pane?.sendKeys('Enter');
    await expect.poll(async () => (await tmux.panes()).some(({ id }) => id === run.paneId)).toBe(false);
    const before = asked;
    await expect.poll(() => asked > before).toBe(true);
    expect(watch.ended).toBeUndefined();
    silent = false;
    await watch.complete;
    expect(watch.ended).toMatchObject({ state: 'finished', code: 7 });
    expect(watch.ended?.lost).toBeUndefined();
    watch.close();
  });
});
