import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recoverRuns } from '../../../src/runs/recover-runs.js';
import type { Run } from '../../../src/runs/run.js';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { canMount, smallDisk } from '../small-disk.js';
import { type OpenRuns, openRuns } from './open-runs.js';

const here = { address: 'local', options: { timeoutMs: 60_000 } } as const;

const failures = [
  ['is full', fill],
  ['has become read-only', makeReadOnly],
] as const;

describe.skipIf(!canMount()).each(failures)('a run whose disk %s', (_how, fail) => {
  it('is known to have ended by another process, and no answer reaches the shell that stays', async () => {
    await using disk = await diskForRuns();
    const { runs } = disk;
    const run = await disk.start('read -r go; exit 3', {});
    fail(disk.path);
    await run.send('');
    expect(await run.finished({ timeoutMs: 60_000 })).toMatchObject({ code: 3, confidence: 'certain' });
    const other = await disk.another().get(runs.tmux, run.id);
    expect(await other.status()).toMatchObject({ state: 'finished', code: 3, confidence: 'certain' });
    await expect(other.send('echo "carried" "out"')).rejects.toMatchObject({ code: 'RUN_ENDED' });
    await runs.automation.sendInput(runs.tmux, run.paneId, 'echo "typed" "here"');
    const pane = runs.tmux.pane(run.paneId);
    await pane.waitForText('typed here', { timeoutMs: 60_000 });
    expect(await pane.capture({ history: 'all' })).not.toContain('carried out');
  });

  it('ends in the store as it ended, also where nobody watched and its pane has no shell', async () => {
    await using disk = await diskForRuns();
    const { runs } = disk;
    const run = await disk.start('read -r go; exit 4', { interactive: false });
    fail(disk.path);
    await disk.let(run);
    await expect
      .poll(async () => (await recoverRuns(runs.tmux, runs.store, { folder: disk.path })).running, {
        timeout: 60_000,
      })
      .toEqual([]);
    expect(await runs.store.runs.get(run.id)).toMatchObject({ state: 'finished', exitCode: 4, lost: false });
    expect(await (await disk.another().get(runs.tmux, run.id)).status()).toMatchObject({
      code: 4,
      confidence: 'certain',
    });
  });

  it('leaves no recorder with the pane that stays', async () => {
    await using disk = await diskForRuns();
    const { runs } = disk;
    const run = await disk.start('read -r go; exit 4', { interactive: false });
    fail(disk.path);
    await disk.let(run);
    const ask = ['display-message', '-p', '-t', run.paneId, '#{pane_dead} #{pane_pipe}'] as const;
    // The pane of a run that could write its end is gone.
    await expect.poll(async () => String(await runs.tmux.command(...ask)).trim()).toMatch(/^(1 0)?$/);
    const other = await disk.another().get(runs.tmux, run.id);
    expect(await other.status()).toMatchObject({ state: 'finished', code: 4, confidence: 'certain' });
  });

  it('is known to have run out of time', async () => {
    await using disk = await diskForRuns();
    const { runs } = disk;
    const run = await disk.start('echo begun; sleep 600', { timeoutMs: 3_000 });
    fail(disk.path);
    const end = { state: 'finished', code: 124, timedOut: true, confidence: 'certain' };
    expect(await run.finished({ timeoutMs: 60_000 })).toMatchObject(end);
    expect(await (await disk.another().get(runs.tmux, run.id)).status()).toMatchObject(end);
  });
});

describe.skipIf(!canMount())('a run that begins when its disk is full', () => {
  it('is known to have ended, and says that there is no space', async () => {
    await using disk = await diskForRuns();
    const { runs } = disk;
    await (await disk.start('true', {})).finished();
    fill(disk.path);
    const run = await disk.start('seq 3; exit 5', {});
    expect(await run.finished({ timeoutMs: 60_000 })).toMatchObject({ code: 5, confidence: 'certain' });
    const other = await disk.another().get(runs.tmux, run.id);
    expect(await other.status()).toMatchObject({ state: 'finished', code: 5, confidence: 'certain' });
    expect(await other.harvest()).toMatchObject({ fault: 'ENOSPC' });
  });
});

describe.skipIf(!canMount())('a run that begins when its disk can hold no further file', () => {
  it('says why its log is missing, also if the disk had room again before its end, and its pane is gone', async () => {
    await using disk = await diskForRuns();
    const { runs } = disk;
    await (await disk.start('true', { interactive: false })).finished();
    const filling = takeAllNames(disk.path);
    const run = await disk.start('read -r go; seq 3; exit 5', { interactive: false });
    rmSync(filling, { recursive: true });
    await disk.let(run);
    const recovered = async () => (await recoverRuns(runs.tmux, runs.store, { folder: disk.path })).running;
    await expect.poll(recovered, { timeout: 60_000 }).toEqual([]);
    await closePaneOf(run, runs);
    const other = await disk.another().get(runs.tmux, run.id);
    expect(await other.status()).toMatchObject({ state: 'finished', code: 5, confidence: 'certain' });
    expect(await other.harvest()).toMatchObject({ lines: [], fault: 'ENOSPC' });
  });
});

interface Disk extends AsyncDisposable {
  readonly path: string;
  readonly runs: OpenRuns;
  start(command: string, options: object): Promise<Run>;
  another(): TmuxAutomation;
  /** Lets a command continue that reads a line, without watching it. */
  let(run: Run): Promise<void>;
}

async function diskForRuns(): Promise<Disk> {
  const runs = await openRuns(here);
  const disk = await smallDisk('256k', { files: 500 });
  chmodSync(disk.path, 0o700);
  const automations: TmuxAutomation[] = [];
  const another = (): TmuxAutomation => {
    const made = new TmuxAutomation({ store: runs.store, config: { logFolder: disk.path } });
    automations.push(made);
    return made;
  };
  const automation = another();
  return {
    path: disk.path,
    runs,
    another,
    async start(command, options) {
      const run = await automation.start(runs.tmux, command, { login: false, ...options });
      if (command.startsWith('read')) await run.waitForPrompt({ timeoutMs: 60_000 });
      if (command.startsWith('echo')) await run.waitForText('begun', { timeoutMs: 60_000 });
      return run;
    },
    async let(run) {
      await run.close();
      await runs.tmux.pane(run.paneId).pressKeys(['Enter']);
    },
    async [Symbol.asyncDispose]() {
      for (const made of automations) await made.close();
      await runs[Symbol.asyncDispose]();
      if (readOnly.delete(disk.path)) execFileSync('umount', ['-l', disk.path]);
      await disk[Symbol.asyncDispose]();
    },
  };
}

const readOnly = new Set<string>();

/** As a disk with errors: the same files, none of which can be written to. What is in use cannot be remounted. */
function makeReadOnly(path: string): void {
  const script = `set -e; cp -a "$1/." "$1.copy"; mount -t tmpfs tmpfs "$1"; cp -a "$1.copy/." "$1"; rm -r "$1.copy"
    chmod 700 "$1"; mount -o remount,ro "$1"`;
  execFileSync('sh', ['-c', script, 'sh', path]);
  readOnly.add(path);
}

/** Makes files in a folder until the disk has no room for the name of another one. */
function takeAllNames(path: string): string {
  const folder = `${path}/filling`;
  mkdirSync(folder);
  for (let at = 0; at < 1_000; at++) {
    try {
      writeFileSync(`${folder}/${at}`, '');
    } catch {
      return folder;
    }
  }
  throw new Error(`${path} has room for too many files.`);
}

async function closePaneOf({ paneId }: Run, { tmux }: OpenRuns): Promise<void> {
  await tmux
    .pane(paneId)
    .kill()
    .catch(() => {});
}

/** Takes every byte, and what a file that is made by then could still get. */
function fill(path: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) appendFileSync(`${path}/filling-${size}`, Buffer.alloc(size));
    } catch {}
  }
}
