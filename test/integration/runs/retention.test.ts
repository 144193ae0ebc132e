import { describe, expect, it } from 'vitest';
import { pruneRuns } from '../../../src/runs/prune-runs.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { differentTools } from '../tmux/places.js';
import { openRuns, useRuns } from './open-runs.js';
import { ended, later, retentionSuite } from './suites/retention.js';

describe.each(differentTools)('retention on $name', (place) => retentionSuite(useRuns(place)));

describe('retention beside people', () => {
  it('does not end a shell that somebody looks at', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { store, tmux, folder } = runs;
    const id = await ended(runs, 'true', { interactive: true });
    const [run] = (await store.runs.list()).runs;
    // Before its prompt a shell has something running itself.
    await tmux.pane(run?.paneId ?? '').waitForCursorLine(/[$#] *$/);
    const session = await tmux.ensureSession('muxwright');
    // A person: a client with a terminal, which is a pane of another server.
    await using outer = await isolatedTmux();
    const screen = await outer.tmux.ensureSession('person', {
      command: ['sh', '-c', 'unset TMUX; exec tmux -L "$0" attach -t "$1"', runs.server.socket, session.id],
    });
    expect(screen.id).toBeDefined();
    await tmux.command('select-window', '-t', run?.paneId ?? '');
    await expect.poll(async () => (await tmux.sessions()).some(({ attached }) => attached > 0)).toBe(true);
    const prune = () => pruneRuns(tmux, store, { keepAliveMs: 0 }, { folder, clock: later(86_400_000) });
    expect((await prune()).shells).toEqual([]);
    await tmux.command('select-window', '-t', `${session.id}:{start}`);
    expect((await prune()).shells).toMatchObject([{ runId: id }]);
  });
});
