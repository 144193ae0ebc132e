import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { machineProcess } from '../../../src/hosts/process-identity.js';
import { newRunId } from '../../../src/runs/run-id.js';
import { openStore } from '../../../src/store/open-store.js';
import type { NewRun } from '../../../src/store/run-record.js';
import { mux, muxArgv } from '../cli/mux.js';
import { type ScratchMux, scratchMux } from '../cli/scratch-mux.js';
import { openRuns } from './open-runs.js';

const run = promisify(execFile);

/** How far the clock of a process is off, as faketime takes it. */
const clocks = ['+10m', '-10m', '+400d'] as const;

interface ListedRun {
  readonly id: string;
  readonly state: string;
  readonly exitCode?: number;
  readonly startedAt: string;
}

describe.each(clocks)('a process whose clock is off by %s', (off) => {
  it('takes no run for lost that another process is about to start', async () => {
    await using place = await scratchMux();
    const id = await beingStarted(place);
    expect(await listed(place, off)).toMatchObject([{ id, state: 'running' }]);
    expect(await listed(place)).toMatchObject([{ id, state: 'running' }]);
  });

  it('starts runs that no other process takes for lost', async () => {
    await using place = await scratchMux();
    const before = Date.now();
    await offMux(place, off, ['run', '-d', '--', 'true']);
    const [started] = await listed(place);
    const at = Date.parse(started?.startedAt ?? '');
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThan(Date.now() + 2_000);
  });

  it('ends no session, and removes no run, that was used just now', async () => {
    await using place = await scratchMux();
    await mux(['run', '--', 'true'], place.env);
    await mux(['session', 'open', 'work', '1'], place.env);
    await offMux(place, off, ['session', 'cleanup', '--idle', '5m']);
    await offMux(place, off, ['prune', '--older', '5m']);
    expect((await mux(['session', 'list', '--json'], place.env)).stdout).toContain('"work"');
    expect(await listed(place)).toHaveLength(1);
  });
});

describe('a run that has no pane ten minutes after its row was made', () => {
  it('is being started as long as its starter exists: the machine may have slept', async () => {
    await using place = await scratchMux();
    const id = await beingStarted(place, { startedAt: tenMinutesAgo(), starter: machineProcess() });
    expect(await listed(place)).toMatchObject([{ id, state: 'running' }]);
  });

  it('is lost when its starter has gone', async () => {
    await using place = await scratchMux();
    const { pid } = spawnSync('true');
    const starter = machineProcess().replace(/:\d+:/, `:${pid}:`);
    const id = await beingStarted(place, { startedAt: tenMinutesAgo(), starter });
    expect(await listed(place)).toMatchObject([{ id, state: 'lost' }]);
  });

  it('is lost when its starter exists and is not starting it any more', async () => {
    await using runs = await openRuns({ address: 'local', options: {} });
    const { automation, store, address: host } = runs;
    const id = newRunId(new Date());
    const row = { id, host, sessionId: 'muxwright', windowName: `auto:${id}`, command: 'true' };
    await store.runs.insert({ ...row, startedAt: tenMinutesAgo(), starter: machineProcess() });
    await automation.runs.recover({ host });
    expect(await store.runs.get(id)).toMatchObject({ state: 'lost' });
  });
});

describe('a run that was taken for lost', () => {
  it('runs again in the store as soon as it has its pane, and ends as its exit file says', async () => {
    await using place = await scratchMux();
    const id = (await mux(['run', '-d', '--', 'read -r go; exit 3'], place.env)).stdout.trim();
    const store = await openStore({ path: join(place.folder, 'state', 'muxwright.db') });
    await using _closing = { [Symbol.asyncDispose]: () => store.close() };
    // As a process did that was suspended at the wrong moment, or whose clock had jumped.
    await store.runs.finish(id, { lost: true, exitCode: 129 });
    await mux(['prune'], place.env);
    expect(await store.runs.get(id)).toMatchObject({ state: 'running', lost: false, finishedAt: undefined });
    await store.runs.finish(id, { lost: true, exitCode: 129 });
    await mux(['input', id, ''], place.env);
    await expect
      .poll(async () => (await mux(['status', id, '--json'], place.env)).stdout)
      .toContain('"code": 3');
    expect(await store.runs.get(id)).toMatchObject({ state: 'finished', exitCode: 3, lost: false });
  });

  it('is running when its starter says where its pane is', async () => {
    await using place = await scratchMux();
    const id = await beingStarted(place);
    const store = await openStore({ path: join(place.folder, 'state', 'muxwright.db') });
    await using _closing = { [Symbol.asyncDispose]: () => store.close() };
    await store.runs.finish(id, { lost: true, exitCode: 129 });
    await store.runs.update(id, { paneId: '%7' });
    expect(await store.runs.get(id)).toMatchObject({ state: 'running', lost: false, paneId: '%7' });
    await store.runs.finish(id, { lost: true, exitCode: 129 });
    expect(await store.runs.finish(id, { exitCode: 0, endedBy: 'exit' })).toBe(true);
    expect(await store.runs.finish(id, { lost: true, exitCode: 129 })).toBe(false);
    expect(await store.runs.get(id)).toMatchObject({ state: 'finished', exitCode: 0 });
  });
});

/** A run between its row and its window. */
async function beingStarted({ folder, env }: ScratchMux, more: Partial<NewRun> = {}): Promise<string> {
  await mux(['runs'], env);
  const store = await openStore({ path: join(folder, 'state', 'muxwright.db') });
  const id = newRunId(new Date());
  await store.runs.insert({
    id,
    host: 'local',
    sessionId: 'muxwright',
    windowName: `auto:${id}`,
    command: 'true',
    ...more,
  });
  await store.close();
  return id;
}

function tenMinutesAgo(): Date {
  return new Date(Date.now() - 600_000);
}

async function listed(place: ScratchMux, off?: string): Promise<readonly ListedRun[]> {
  const args = ['runs', '--json'];
  const stdout = off === undefined ? (await mux(args, place.env)).stdout : await offMux(place, off, args);
  return (JSON.parse(stdout) as { readonly runs: readonly ListedRun[] }).runs;
}

/** faketime names a semaphore after its process, and finds that of one with the same number that was killed. */
async function offMux(place: ScratchMux, off: string, args: readonly string[]): Promise<string> {
  try {
    const env = { ...process.env, ...place.env };
    return (await run('faketime', ['-f', off, ...muxArgv, ...args], { env })).stdout;
  } catch (error) {
    if (!/^faketime: sem_open: File exists/m.test(String(error))) throw error;
    return offMux(place, off, args);
  }
}
