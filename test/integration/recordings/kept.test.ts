import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { eventually } from '../agents/asking-agent.js';
import { compiledProgram } from '../compiled-source.js';
import { type Answer, type OpenOperations, openOperations } from '../operations/open-operations.js';
import { openServer } from '../server/open-server.js';
import { castEvents, inPane, markers, PATIENT_MS, printed, untilFileHas } from './recorded.js';

const run = promisify(execFile);
const long = { timeout: 300_000 };

async function configure(here: OpenOperations, text: string): Promise<void> {
  await mkdir(join(here.folder, 'config', 'muxwright'), { recursive: true });
  await writeFile(join(here.folder, 'config', 'muxwright', 'muxwright.yaml'), text);
}

/** A recording that has ended. */
async function ended(here: OpenOperations): Promise<{ readonly id: string; readonly path: string }> {
  const pane = await inPane(here, ['cat']);
  const { id, path } = await here.call('recording.start', { target: pane.id, host: here.host });
  await here.call('recording.stop', { id });
  return { id, path };
}

it('go by age or size, the oldest first; one that is being made stays', long, async () => {
  await using here = await openOperations();
  const [first, second] = [await ended(here), await ended(here)];
  const pane = await inPane(here, ['cat']);
  const made = await here.call('recording.start', { target: pane.id, host: here.host });
  expect(await here.fails('recording.prune')).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect((await here.call('recording.prune', { maxAgeMs: 3_600_000 })).recordings).toEqual([]);
  const { bytes } = await here.call('recording.get', { id: first.id });
  const all = (await here.call('recording.list')).recordings as Answer[];
  const total = all.reduce((sum: number, one: Answer) => sum + one.bytes, 0);
  const policy = { maxTotalBytes: total - 1 };
  const would = await here.call('recording.prune', { ...policy, dryRun: true });
  expect(would.recordings).toEqual([{ id: first.id, path: first.path, bytes, reason: 'size' }]);
  expect(existsSync(first.path)).toBe(true);
  expect((await here.call('recording.prune', policy)).recordings).toEqual(would.recordings);
  expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, true]);
  const mux = await compiledProgram(new URL('../../../src/cli/main.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [mux, 'prune', '--recordings', '--older', '0s']);
  expect(stdout).toContain('Removed 1 recording.');
  const left = (await here.call('recording.list')).recordings;
  expect(left).toMatchObject([{ id: made.id, state: 'recording' }]);
  expect(existsSync(made.path)).toBe(true);
});

it('are removed by a server that was told how much to keep, from the moment it is told', long, async () => {
  await using open = await openServer();
  const { here } = open;
  const before = await ended(here);
  await configure(here, 'recordings:\n  max_total_bytes: 0\n');
  expect(await open.server.reload()).toMatchObject({ applied: ['recordings.maxTotalBytes'] });
  await eventually(async () => !existsSync(before.path) || undefined);
  const after = await ended(here);
  await eventually(async () => !existsSync(after.path) || undefined);
  await expect.poll(async () => (await here.call('recording.list')).recordings).toEqual([]);
  await configure(here, 'recordings:\n  max_age: 2s\n');
  await open.server.reload();
  const old = await ended(here);
  expect(existsSync(old.path)).toBe(true);
  await eventually(async () => !existsSync(old.path) || undefined);
});

it('of a run whose process went away are closed when the run has ended, by whoever asks', long, async () => {
  await using here = await openOperations();
  await configure(here, 'recordings:\n  every_run: true\n');
  const short = here.another();
  const { id, paneId } = await here.call(
    'run.start',
    { command: 'echo begun; read x; exit 7', host: here.host },
    { by: short },
  );
  await here.tmux.pane(paneId).waitForText('begun', { timeoutMs: PATIENT_MS });
  await short.close();
  expect((await here.call('recording.list')).recordings).toMatchObject([{ state: 'interrupted' }]);
  await here.call('run.input', { run: id, text: 'go' });
  await here.call('run.wait', { run: id, timeoutMs: PATIENT_MS });
  const [closed] = (await here.call('recording.list', {}, { by: here.another() })).recordings;
  expect(closed).toMatchObject({ state: 'stopped', endReason: 'exited', exitCode: 7, runId: id });
  expect(markers(await castEvents(closed.path)).slice(-2)).toEqual([
    expect.stringContaining('missing'),
    'exit 7',
  ]);
});

it('that a short process began are gone on with by the server', long, async () => {
  await using open = await openServer();
  const { here } = open;
  await configure(here, 'recordings:\n  every_run: true\n');
  const short = here.another();
  const { id, paneId } = await here.call(
    'run.start',
    { command: 'echo begun; read x; echo later; exit 3', host: here.host },
    { by: short },
  );
  await here.tmux.pane(paneId).waitForText('begun', { timeoutMs: PATIENT_MS });
  await short.close();
  await eventually(async () => {
    const { recordings } = await here.call('recording.list', { run: id });
    if (recordings[0].state === 'stopped') throw new Error(JSON.stringify(recordings[0]));
    return recordings[0].state === 'recording' || undefined;
  });
  await here.call('run.input', { run: id, text: 'go' });
  await here.call('run.wait', { run: id, timeoutMs: PATIENT_MS });
  const closed = await eventually(async () => {
    const { recordings } = await here.call('recording.list', { run: id });
    return recordings[0].state === 'stopped' ? recordings[0] : undefined;
  });
  expect(closed).toMatchObject({ endReason: 'exited', exitCode: 3 });
  expect(printed(await castEvents(closed.path))).toMatch(/begun.*later/s);
});

it('are let go of, and not ended, by a process that is closed while something is printed', long, async () => {
  await using here = await openOperations();
  await configure(here, 'recordings:\n  every_run: true\n');
  const short = here.another();
  const command = 'while :; do echo tick; sleep 0.01; done';
  const { id, paneId } = await here.call('run.start', { command, host: here.host }, { by: short });
  await here.tmux.pane(paneId).waitForText('tick', { timeoutMs: PATIENT_MS });
  await short.close();
  expect((await here.call('recording.list', { run: id })).recordings).toMatchObject([
    { state: 'interrupted' },
  ]);
});

it('whose file cannot be had are gone on with by the server when it can', long, async () => {
  await using open = await openServer();
  const { here } = open;
  const short = here.another();
  const pane = await inPane(here, ['cat']);
  const { id, path } = await here.call(
    'recording.start',
    { target: pane.id, host: here.host },
    { by: short },
  );
  await rename(path, `${path}.away`);
  await mkdir(path);
  const { recordings } = await here.runtime.store();
  const givenBack = vi.spyOn(recordings, 'giveBack');
  await short.close();
  await eventually(async () => givenBack.mock.calls.length > 1 || undefined);
  await rmdir(path);
  await rename(`${path}.away`, path);
  await pane.sendText('later\r');
  await untilFileHas(path, 'later');
  expect(await here.call('recording.stop', { id })).toMatchObject({ state: 'stopped', endReason: 'stopped' });
});
