import { expect, it, vi } from 'vitest';
import { hostTools } from '../../../../src/recorder/host-tools.js';
import { recoverRuns } from '../../../../src/runs/recover-runs.js';
import { newRunId } from '../../../../src/runs/run-id.js';
import { runMetrics } from '../../../../src/runs/run-metrics.js';
import { openStore } from '../../../../src/store/open-store.js';
import { fileNames, type OpenRuns, type StartRuns } from '../open-runs.js';

/** What a process finds that comes after one that is gone. */
export function recoverySuite(start: StartRuns): void {
  it('finds what has ended, what goes on and what was lost while nobody was there [A62, A63, A64]', async () => {
    await using runs = await start();
    const { store, tmux, folder } = runs;
    const ids = await startFour(runs);
    const before = Math.floor(Date.now() / 1000) * 1000 - 120_000;
    const { changed, running } = await recoverRuns(tmux, store, { folder });
    expect(running).toEqual([ids.going]);
    expect(byId(changed)).toEqual(
      byId([
        { id: ids.failed, state: 'finished', exitCode: 3 },
        { id: ids.slow, state: 'finished', exitCode: 124 },
        { id: ids.killed, state: 'finished', exitCode: 137 },
        { id: ids.closed, state: 'lost', exitCode: 129 },
      ]),
    );
    expect(await store.runs.get(ids.failed)).toMatchObject({
      state: 'finished',
      exitCode: 3,
      endedBy: 'exit',
    });
    expect(await store.runs.get(ids.slow)).toMatchObject({ timedOut: true, endedBy: 'timeout' });
    expect(await store.runs.get(ids.killed)).toMatchObject({ signal: 'SIGKILL' });
    expect(await store.runs.get(ids.closed)).toMatchObject({ lost: true, endedBy: undefined });
    expect(await store.runs.get(ids.going)).toMatchObject({ state: 'running', finishedAt: undefined });
    const failed = await store.runs.get(ids.failed);
    expect(failed?.finishedAt?.getTime()).toBeGreaterThan(before);
    expect(failed?.finishedAt?.getTime()).toBeGreaterThanOrEqual(failed?.startedAt.getTime() ?? Infinity);
    expect(failed?.bytes).toBe((await runs.host.files.read(`${folder}/${ids.failed}.log`)).size);
    const listed = await runs.another().runs.list({ state: ['finished', 'lost'] });
    expect(listed.map(({ id }) => id).sort()).toEqual([ids.failed, ids.slow, ids.killed, ids.closed].sort());
    const events = await store.events.since(0, { runId: ids.failed });
    expect(events.map(({ type, data }) => [type, data.code])).toEqual([['exit', 3]]);
    expect(await recoverRuns(tmux, store, { folder })).toEqual({ changed: [], running: [ids.going] });
    const { types } = await runMetrics(store);
    expect(types).toMatchObject([
      { type: 'sleep', finished: 1, timedOut: 1 },
      { type: 'work', count: 4, running: 1, finished: 2, lost: 1, succeeded: 0 },
    ]);
  });

  it('finds runs with an empty store, by their panes and their files [A62]', async () => {
    await using runs = await start();
    const { tmux, folder } = runs;
    const ids = await startFour(runs);
    await using empty = await openStore({ path: ':memory:' });
    const { changed, running } = await recoverRuns(tmux, empty, { folder });
    expect(running).toEqual([ids.going]);
    // Of the closed one nothing is left but a log without an end, which may be that of another server's.
    expect(byId(changed)).toEqual(
      byId([
        { id: ids.going, state: 'running', found: true },
        { id: ids.failed, state: 'finished', exitCode: 3, found: true },
        { id: ids.slow, state: 'finished', exitCode: 124, found: true },
        { id: ids.killed, state: 'finished', exitCode: 137, found: true },
      ]),
    );
    const known = await runs.store.runs.get(ids.going);
    expect(await empty.runs.get(ids.going)).toMatchObject({
      host: known?.host,
      server: known?.server,
      sessionId: known?.sessionId,
      windowName: known?.windowName,
      paneId: known?.paneId,
      logPath: known?.logPath,
      command: known?.command,
      type: 'work',
      startedAt: known?.startedAt,
      detectors: [{ source: 'more\\?', flags: 'i' }],
    });
    expect(await empty.runs.get(ids.slow)).toMatchObject({
      timedOut: true,
      logPath: `${folder}/${ids.slow}.log`,
    });
    const next = runs.another({ store: empty });
    expect(await next.status(runs.address, '', ids.failed)).toMatchObject({ state: 'finished', code: 3 });
    expect((await next.harvest(runs.address, ids.failed)).entries.map(({ text }) => text)).toEqual([
      'failing',
    ]);
    expect(await recoverRuns(tmux, empty, { folder })).toEqual({ changed: [], running: [ids.going] });
  });

  it('is told once by several that look at the same time', async () => {
    await using runs = await start();
    const ids = await startFour(runs);
    const others = await Promise.all([1, 2, 3].map(() => openStore({ path: runs.storePath })));
    try {
      const recoveries = await Promise.all(
        [runs.store, ...others].map((store) => recoverRuns(runs.tmux, store, { folder: runs.folder })),
      );
      const told = recoveries.flatMap(({ changed }) => changed.map(({ id }) => id));
      expect(told.sort()).toEqual([ids.failed, ids.slow, ids.killed, ids.closed].sort());
      const events = await runs.store.events.since(0);
      expect(events.filter(({ type }) => type === 'exit')).toHaveLength(4);
    } finally {
      for (const store of others) await store.close();
    }
  });

  it('asks the host twice, however many runs there are', async () => {
    await using runs = await start();
    const { automation, address, tmux, store, folder } = runs;
    const started = [];
    for (let i = 0; i < 12; i++) {
      started.push(await automation.start(address, `exit ${i}`, { interactive: i % 2 === 0 }));
    }
    await exitFiles(
      runs,
      started.map(({ id }) => id),
    );
    await hostTools(tmux.host, { folder });
    const scripts = vi.spyOn(tmux.host, 'script');
    const requests = vi.spyOn(tmux, 'request');
    const { changed } = await recoverRuns(tmux, store, { folder });
    expect(changed.map(({ id, exitCode }) => [id, exitCode]).sort()).toEqual(
      started.map(({ id }, i) => [id, i]),
    );
    expect([scripts.mock.calls.length, requests.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not call a run lost that another process is just starting, nor one of another server', async () => {
    await using runs = await start();
    const { store, tmux, folder } = runs;
    const id = newRunId(new Date());
    await store.runs.insert({
      id,
      host: tmux.place,
      sessionId: 'main',
      windowName: `auto:${id}`,
      command: 'x',
    });
    const elsewhere = newRunId(new Date());
    await store.runs.insert({
      id: elsewhere,
      host: 'local?socket=elsewhere',
      sessionId: 'main',
      windowName: `auto:${elsewhere}`,
      command: 'x',
      logPath: `${folder}/${elsewhere}.log`,
    });
    expect(await recoverRuns(tmux, store, { folder })).toEqual({ changed: [], running: [] });
    await runs.host.files.write(`${folder}/${elsewhere}.exit`, '0');
    const clock = (): Date => new Date(Date.now() + 120_000);
    expect(await recoverRuns(tmux, store, { folder, clock })).toEqual({
      changed: [{ id, state: 'lost', exitCode: 129 }],
      running: [],
    });
  });

  it('harvests on where the process before had got to [A62]', async () => {
    await using runs = await start();
    const { automation, address, store, tmux, folder } = runs;
    const run = await automation.start(address, 'echo one; echo two; read x; echo three', {
      interactive: false,
    });
    await run.waitForPrompt();
    await expect
      .poll(async () => (await run.harvest()).entries.map(({ text }) => text))
      .toEqual(['one', 'two']);
    await automation.close();
    // As it is where a process dies between the start and writing down the pane.
    await store.runs.update(run.id, { paneId: undefined });
    expect((await recoverRuns(tmux, store, { folder })).running).toEqual([run.id]);
    expect((await store.runs.get(run.id))?.paneId).toBe(run.paneId);
    const next = runs.another();
    const cursor = (await store.runs.get(run.id))?.lastCursor ?? 0;
    const again = await next.get(address, run.id);
    await again.send('', {});
    await again.finished();
    const rest = await again.harvest(cursor);
    expect(rest.entries.map(({ text }) => text).filter((text) => text !== '')).toEqual(['three']);
  });

  it('counts all as lost whose server is gone', async () => {
    await using runs = await start();
    const { automation, address, store, tmux, folder } = runs;
    const ended = await automation.start(address, 'exit 5', { interactive: false });
    await exitFiles(runs, [ended.id]);
    const run = await automation.start(address, 'cat');
    await tmux.killServer();
    const { changed } = await recoverRuns(tmux, store, { folder });
    expect(byId(changed)).toEqual(
      byId([
        { id: ended.id, state: 'finished', exitCode: 5 },
        { id: run.id, state: 'lost', exitCode: 129 },
      ]),
    );
  });
}

/** Runs that nobody watches: three end in different ways, one goes on, and the pane of one is closed. */
async function startFour(runs: OpenRuns) {
  const { automation, address } = runs;
  const options = { session: 'work', type: 'work', promptDetectors: [/more\?/i] };
  const failed = await automation.start(address, 'echo failing; exit 3', { ...options, interactive: false });
  const slow = await automation.start(address, 'sleep 60', { timeoutMs: 200, graceMs: 200 });
  const killed = await automation.start(address, 'kill -9 $$', options);
  const going = await automation.start(address, 'cat', options);
  const closed = await automation.start(address, 'echo here; cat', options);
  await closed.waitForText('here');
  await closed.close();
  await runs.tmux.pane(closed.paneId).kill();
  await exitFiles(runs, [failed.id, slow.id, killed.id]);
  return { failed: failed.id, slow: slow.id, killed: killed.id, going: going.id, closed: closed.id };
}

async function exitFiles(runs: OpenRuns, ids: readonly string[]): Promise<void> {
  await expect.poll(() => fileNames(runs)).toEqual(expect.arrayContaining(ids.map((id) => `${id}.exit`)));
}

function byId<Run extends { readonly id: string }>(runs: readonly Run[]): Run[] {
  return [...runs].sort((a, b) => (a.id < b.id ? -1 : 1));
}
