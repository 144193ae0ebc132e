import { expect, it } from 'vitest';
import { pruneRuns } from '../../../../src/runs/prune-runs.js';
import { newRunId } from '../../../../src/runs/run-id.js';
import type { RunOptions } from '../../../../src/runs/run-options.js';
import { fileNames, type OpenRuns, type StartRuns } from '../open-runs.js';

const DAY = 24 * 3_600_000;

/** What is removed of runs, and what is not. */
export function retentionSuite(start: StartRuns): void {
  it('removes files, row and events of old runs, and nothing else [A58]', async () => {
    await using runs = await start();
    const { automation, address, store, tmux, folder, host } = runs;
    const old = await ended(runs, 'echo x; exit 1', { maxLogBytes: 100 });
    const live = await automation.start(address, 'echo y; cat', { interactive: true });
    // With its first line in the log the recorder has all its files.
    const logged = async (): Promise<number> => (await live.harvest()).entries.length;
    await expect.poll(logged).toBeGreaterThan(0);
    const foreign = ['notes.txt', 'server.log', 'maintenance.exit', 'maintenancelog.log', `${old}.log.gz`];
    for (const name of foreign) await host.files.write(`${folder}/${name}`, '1');
    await host.script('cd "$1" && mkdir "$2.log" && ln -s /etc/passwd "$3.log"', [
      folder,
      newRunId(new Date(0)),
      newRunId(new Date(Date.now() - DAY)),
    ]);
    const before = await fileNames(runs);
    const plan = await pruneRuns(
      tmux,
      store,
      { maxAgeMs: DAY },
      { folder, clock: later(2 * DAY), dryRun: true },
    );
    expect(plan.runs).toMatchObject([{ id: old, reason: 'age' }]);
    expect(await fileNames(runs)).toEqual(before);
    expect((await store.runs.get(old))?.finishedAt).toBeUndefined();
    expect((await pruneRuns(tmux, store, { maxAgeMs: DAY }, { folder })).runs).toEqual([]);
    const done = await pruneRuns(tmux, store, { maxAgeMs: DAY }, { folder, clock: later(2 * DAY) });
    expect(done.runs).toEqual(plan.runs);
    const [pruned] = done.runs;
    expect(pruned?.files).toEqual(expect.arrayContaining([`${folder}/${old}.exit`, `${folder}/${old}.log`]));
    expect(await fileNames(runs)).toEqual(
      before.filter((name) => !pruned?.files.includes(`${folder}/${name}`)),
    );
    expect((await fileNames(runs)).filter((name) => name.startsWith(old))).toEqual([`${old}.log.gz`]);
    expect(await fileNames(runs)).toEqual(expect.arrayContaining([`${live.id}.log`, ...foreign]));
    expect(await store.runs.get(old)).toBeUndefined();
    expect(await store.events.since(0, { runId: old })).toEqual([]);
    expect((await store.runs.get(live.id))?.state).toBe('running');
    expect((await live.status()).state).not.toBe('finished');
  });

  it('keeps so many, and no more bytes than so many, the newest first [A58]', async () => {
    await using runs = await start();
    const { store, tmux, folder } = runs;
    const ids = [];
    for (const bytes of [100, 200, 3_000, 400]) {
      ids.push(await ended(runs, `head -c ${bytes} /dev/zero | tr '\\0' x`, { maxLogBytes: 1_000 }));
    }
    const [first, second, third, fourth] = ids;
    const clock = later(0);
    const counted = await pruneRuns(tmux, store, { maxRuns: 3 }, { folder, clock });
    expect(counted.runs).toMatchObject([{ id: first, reason: 'count' }]);
    const sized = await pruneRuns(tmux, store, { maxBytes: 2_000 }, { folder, clock });
    expect(sized.runs.map(({ id, reason }) => [id, reason]).sort()).toEqual([
      [second, 'size'],
      [third, 'size'],
    ]);
    expect((await fileNames(runs)).map((name) => name.split('.')[0])).toEqual(Array(4).fill(fourth));
    expect((await store.runs.list()).runs.map(({ id }) => id)).toEqual([fourth]);
  });

  it('removes the files once they were harvested to the end, and keeps what is known of the run [A58]', async () => {
    await using runs = await start();
    const { automation, address, store, tmux, folder } = runs;
    const read = await ended(runs, 'echo one; echo two');
    const unread = await ended(runs, 'echo one; echo two');
    await automation.harvest(address, read);
    const { cursor } = await automation.harvest(address, unread, 0, { maxBytes: 10 });
    expect(cursor).toBeGreaterThan(0);
    const { runs: pruned } = await pruneRuns(tmux, store, { persisted: true }, { folder });
    expect(pruned).toMatchObject([{ id: read, reason: 'persisted' }]);
    expect((await fileNames(runs)).map((name) => name.split('.')[0])).toEqual(Array(4).fill(unread));
    expect(await store.runs.get(read)).toMatchObject({ state: 'finished', exitCode: 0 });
    expect((await pruneRuns(tmux, store, { persisted: true }, { folder })).runs).toEqual([]);
  });

  it('removes dead windows of runs, renamed ones too; live ones and those of others stay [A60]', async () => {
    await using runs = await start();
    const { automation, address, store, tmux, folder } = runs;
    const dead = await automation.start(address, 'read x', { session: 'work', interactive: false });
    const renamed = await automation.start(address, 'read x', { session: 'work', interactive: false });
    const live = await automation.start(address, 'read x', { session: 'work' });
    await tmux.command('rename-window', '-t', renamed.paneId, 'mine now');
    for (const { paneId } of [dead, renamed])
      await tmux.command('set-option', '-w', '-t', paneId, 'remain-on-exit', 'on');
    const windows = {
      orphan: 'auto:k2orphan',
      theirs: 'theirs',
      named: 'auto: is mine',
      alive: 'auto:k2alive',
    };
    for (const name of Object.values(windows)) await deadWindow(runs, name, name !== windows.alive);
    await tmux.command('split-window', '-d', '-t', dead.paneId, 'cat');
    for (const run of [dead, renamed]) {
      await run.waitForPrompt();
      await run.send('');
    }
    await expect.poll(() => deadPanes(runs)).toHaveLength(5);
    const { orphans } = await pruneRuns(tmux, store, {}, { folder, dryRun: true });
    expect(await deadPanes(runs)).toHaveLength(5);
    expect((await pruneRuns(tmux, store, {}, { folder })).orphans).toEqual(orphans);
    expect(orphans.map(({ windowName }) => windowName).sort()).toEqual(
      [`auto:${dead.id}`, 'auto:k2orphan', 'mine now'].sort(),
    );
    const left = (await tmux.panes()).filter(({ sessionName }) => sessionName === 'work');
    const leftNames = left.map(({ windowName }) => windowName);
    expect(leftNames).toEqual(
      expect.arrayContaining([windows.theirs, windows.named, windows.alive, `auto:${live.id}`]),
    );
    // A person had split this one: their pane stays.
    expect(left.filter(({ windowName }) => windowName === `auto:${dead.id}`)).toMatchObject([
      { dead: false },
    ]);
    expect(leftNames).not.toContain('mine now');
    expect(leftNames).not.toContain(windows.orphan);
  });

  it('removes what is left of a run that died, but not of one that is alive on another server', async () => {
    await using runs = await start();
    await using others = await start();
    const { automation, address, store, tmux, folder, host } = runs;
    const killed = await automation.start(address, 'echo here; cat');
    // Not only on the screen: then its recorder has begun.
    await expect.poll(async () => (await killed.harvest()).entries.length).toBe(1);
    await killed.close();
    // A run of which neither our store nor our server knows.
    const elsewhere = await runs.another({ store: false }).start(others.address, 'echo here; cat');
    await elsewhere.waitForText('here');
    const clock = later(DAY);
    const pid = (await tmux.pane(killed.paneId).info()).pid;
    await host.script('kill -9 "$1"', [String(pid)]);
    await expect.poll(() => tmux.pane(killed.paneId).exists()).toBe(false);
    // As the wrapper leaves it where it is killed before there is a recorder.
    await host.script('mkfifo -m 600 "$1"', [`${folder}/${killed.id}.in`]);
    // The recorder may be behind what is on the screen.
    await expect.poll(() => fileNames(runs)).toContain(`${elsewhere.id}.marks`);
    const theirs = (await fileNames(runs)).filter((name) => name.startsWith(elsewhere.id));
    const first = await pruneRuns(tmux, store, {}, { folder, clock });
    expect(first.recovery.changed).toMatchObject([{ id: killed.id, state: 'lost' }]);
    expect(first.runs).toMatchObject([{ id: killed.id, reason: 'leftover' }]);
    expect(await fileNames(runs)).not.toContain(`${killed.id}.in`);
    expect(await fileNames(runs)).toContain(`${killed.id}.log`);
    await pruneRuns(tmux, store, { maxAgeMs: 0 }, { folder, clock: later(2 * DAY) });
    expect(theirs).toContain(`${elsewhere.id}.log`);
    expect(await fileNames(runs)).toEqual(theirs);
    await others.tmux.killServer();
    await expect
      .poll(async () => {
        await pruneRuns(tmux, store, { maxAgeMs: 0 }, { folder, clock: later(2 * DAY) });
        return fileNames(runs);
      })
      .toEqual([]);
  });

  it('ends shells that nobody has used for long, and spares those that somebody has [A58]', async () => {
    await using runs = await start();
    const { store, tmux, folder } = runs;
    const idle = await ended(runs, 'true', { interactive: true });
    const busy = await ended(runs, 'true', { interactive: true });
    const behind = await ended(runs, 'true', { interactive: true });
    const panes = new Map(
      (await store.runs.list()).runs.map(({ id, paneId = '' }) => [id, tmux.pane(paneId)]),
    );
    await panes.get(busy)?.sendText('sleep 1000\n');
    await expect.poll(async () => (await panes.get(busy)?.info())?.command).toBe('sleep');
    await panes.get(behind)?.sendText('sleep 1000 & echo started\n');
    await panes.get(behind)?.waitForText(/^started/m);
    // Before its prompt a shell has something running itself.
    await panes.get(idle)?.waitForCursorLine(/[$#] *$/);
    const policy = { keepAliveMs: 3_600_000 };
    expect((await pruneRuns(tmux, store, policy, { folder })).shells).toEqual([]);
    const clock = later(DAY);
    const { shells } = await pruneRuns(tmux, store, policy, { folder, clock });
    expect(shells.map(({ runId }) => runId)).toEqual([idle]);
    expect(await panes.get(idle)?.exists()).toBe(false);
    expect(await panes.get(busy)?.exists()).toBe(true);
    expect(await panes.get(behind)?.exists()).toBe(true);
    // The shells keep their runs; the run of the ended one goes now.
    const { runs: pruned } = await pruneRuns(tmux, store, { maxAgeMs: 1 }, { folder, clock });
    expect(pruned.map(({ id }) => id)).toEqual([idle]);
  });

  it('refuses limits that are none', async () => {
    await using runs = await start();
    for (const policy of [{ maxAgeMs: -1 }, { maxRuns: Number.NaN }, { maxBytes: -5 }]) {
      await expect(pruneRuns(runs.tmux, runs.store, policy, { folder: runs.folder })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
  });
}

/** The clock of somebody who comes so much later. */
export function later(ms: number): () => Date {
  return () => new Date(Date.now() + ms);
}

/** A run that has ended, and that nobody has looked at since. */
export async function ended(runs: OpenRuns, command: string, options: RunOptions = {}): Promise<string> {
  const { automation, address } = runs;
  const { id } = await automation.start(address, command, { interactive: false, ...options });
  await expect.poll(() => fileNames(runs)).toContain(`${id}.exit`);
  if (!options.interactive) await expect.poll(() => paneOf(runs, id)).toBeUndefined();
  return id;
}

async function paneOf({ tmux }: OpenRuns, id: string): Promise<unknown> {
  return (await tmux.panes()).find(({ windowName }) => windowName === `auto:${id}`);
}

/** A window whose pane is dead, or would be if its program ended. */
async function deadWindow({ tmux }: OpenRuns, name: string, dead: boolean): Promise<void> {
  await tmux.command('new-window', '-d', '-t', '=work:', '-n', name, 'read x');
  const target = `=work:=${name}`;
  await tmux.command('set-option', '-w', '-t', target, 'remain-on-exit', 'on');
  if (dead) await tmux.command('send-keys', '-t', target, 'Enter');
}

async function deadPanes({ tmux }: OpenRuns): Promise<unknown[]> {
  return (await tmux.panes()).filter(({ dead }) => dead);
}
