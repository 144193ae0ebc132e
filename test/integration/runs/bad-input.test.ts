import { rm, stat, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isMuxError, type MuxError } from '../../../src/model/mux-error.js';
import type { RunEvent } from '../../../src/runs/run-events.js';
import type { RunOptions } from '../../../src/runs/run-options.js';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';
import { openRuns } from './open-runs.js';

const here = { address: 'local', options: { timeoutMs: 60_000 } };
const whole = 'a'.repeat(60_000);

interface Refusal extends RunOptions {
  readonly session?: string;
  readonly command?: string | readonly string[];
}

const refusals: readonly [what: string, code: string, refusal: Refusal][] = [
  ['an empty command', 'INVALID_ARGUMENT', { command: '' }],
  ['a blank command', 'INVALID_ARGUMENT', { command: ' \n\t ' }],
  ['an empty argv', 'INVALID_ARGUMENT', { command: [] }],
  ['an argv without a program', 'INVALID_ARGUMENT', { command: ['', 'x'] }],
  ['a NUL byte in the command', 'INVALID_ARGUMENT', { command: 'echo a\0b' }],
  ['a NUL byte in the argv', 'INVALID_ARGUMENT', { command: ['echo', 'a\0b'] }],
  ['a command of more than 120 KB', 'COMMAND_TOO_LARGE', { command: `: ${whole}${whole}a` }],
  ['a word of more than 120 KB', 'COMMAND_TOO_LARGE', { command: ['echo', `${whole}${whole}a`] }],
  ['a NUL byte in a variable', 'INVALID_ARGUMENT', { env: { A: 'a\0b' } }],
  ['a NUL byte in the bytes of a variable', 'INVALID_ARGUMENT', { env: { A: Buffer.from([65, 0]) } }],
  ['a variable without a name', 'INVALID_NAME', { env: { '': 'a' } }],
  ['a name that is no name of a variable', 'INVALID_NAME', { env: { 'A=B; echo': 'a' } }],
  ['an environment of more than 120 KB', 'COMMAND_TOO_LARGE', { env: { A: whole, B: `${whole}a` } }],
  ['a folder that is not there', 'CWD_NOT_FOUND', { cwd: '/not/there' }],
  ['a folder that is a file', 'CWD_NOT_FOUND', { cwd: '/etc/passwd' }],
  ['a NUL byte in the folder', 'INVALID_ARGUMENT', { cwd: '/tmp\0/x' }],
  ['an empty folder', 'INVALID_ARGUMENT', { cwd: '' }],
  ['a negative time limit', 'INVALID_ARGUMENT', { timeoutMs: -1 }],
  ['a time limit that is no number', 'INVALID_ARGUMENT', { timeoutMs: Number.NaN }],
  ['a time limit without end', 'INVALID_ARGUMENT', { timeoutMs: Number.POSITIVE_INFINITY }],
  ['a time limit that no shell can count to', 'INVALID_ARGUMENT', { timeoutMs: 1e22 }],
  ['a negative grace time', 'INVALID_ARGUMENT', { graceMs: -1 }],
  ['a negative size of logs', 'INVALID_ARGUMENT', { maxLogBytes: -1 }],
  ['a size that no terminal has', 'INVALID_ARGUMENT', { size: { width: 0, height: 24 } }],
  ['a broken size', 'INVALID_ARGUMENT', { size: { width: 80.5, height: Number.NaN } }],
  ['a session name with a colon', 'INVALID_NAME', { session: 'a:b' }],
  ['an empty session name', 'INVALID_NAME', { session: '' }],
  ['a session name with a newline', 'INVALID_NAME', { session: 'a\nb' }],
  ['an empty window name', 'INVALID_NAME', { name: '' }],
  ['a window name with a newline', 'INVALID_NAME', { name: 'a\nb' }],
  [
    'a redactor that looks behind as far as it likes',
    'PATTERN_NOT_TRANSLATABLE',
    { redactors: [/(?<=a+)b/] },
  ],
  ['a redactor that fits everywhere', 'PATTERN_NOT_TRANSLATABLE', { redactors: [/a*/] }],
  ['a redactor over two lines', 'PATTERN_NOT_TRANSLATABLE', { redactors: [/a\nb/] }],
];

describe('a run that cannot be', () => {
  it.each(refusals)('is refused for %s: %s, and nothing is left', async (_what, code, refusal) => {
    await using runs = await openRuns(here, { started: false });
    const { command = 'true', ...options } = refusal;
    const error = await refused(runs.automation.start(runs.address, command, options), code);
    expect(error.message.length).toBeLessThan(300);
    // Not even a server was started.
    expect(await runs.tmux.sessions()).toEqual([]);
    expect(await runs.automation.runs.list()).toEqual([]);
    const left = async (): Promise<string> =>
      (await runs.host.script('ls -A "$1" 2>/dev/null; :', [runs.folder])).stdout.toString();
    // Whether the folder will do may still be looked at.
    await expect.poll(left).toBe('');
  });

  it('is refused on a host that is not there, or is stopped, before tmux is asked for anything [A19]', async () => {
    const { engine, images } = dockerContext();
    const config = { connect: { ...patience, docker: { engine } } };
    await using automation = new TmuxAutomation({ store: false, config });
    const each = async (address: string, code: string): Promise<void> => {
      await refused(automation.ensureSession(address, 'work'), code);
      await refused(automation.run(address, 'work', 'true'), code);
    };
    await each('docker://mux-scratch-nobody', 'CONTAINER_NOT_FOUND');
    await using container = await scratchContainer({ engine, image: images.noTmux });
    // Where it runs, it is tmux that is missing: that is looked for later.
    await each(container.address, 'TMUX_NOT_INSTALLED');
    await container.stop();
    await each(container.address, 'CONTAINER_NOT_RUNNING');
    await each(`ssh://127.0.0.1:${await unusedPort()}`, 'HOST_UNREACHABLE');
    await each('docker://', 'INVALID_ADDRESS');
  });

  it('is refused without control mode, where others could see what it is started with', async () => {
    await using runs = await openRuns(here);
    await using oneShot = await connect(runs.server.address, { ...patience, control: false });
    await refused(runs.automation.start(oneShot, 'true'), 'CONTROL_MODE_REFUSED');
    expect(await runs.automation.runs.list()).toEqual([]);
  });

  it('is refused where the filter of the host cannot apply a redactor that others can', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.busybox });
    await using runs = await openRuns({ address: container.address, options: { docker: { engine } } });
    const redactors = [/key(?=\d)/];
    const error = await refused(
      runs.automation.start(runs.address, 'true', { redactors }),
      'PATTERN_NOT_TRANSLATABLE',
    );
    expect(error.message).toMatch(/ahead/);
    expect(await runs.automation.runs.list()).toEqual([]);
    const run = await runs.automation.start(runs.address, 'echo "key1 keys"; exit 4', {
      redactors,
      recordHere: true,
      interactive: false,
    });
    expect(await run.finished()).toMatchObject({ code: 4 });
    expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(['****1 keys']);
  });

  it('is refused where its log could not be kept', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.glibc });
    await using runs = await openRuns({ address: container.address, options: { docker: { engine } } });
    const connect = { ...patience, docker: { engine } };
    // Parts of a container's /proc cannot be written to, whoever asks.
    for (const logFolder of ['/proc/sys/runs', '/etc/passwd/runs', '/etc', 'relative']) {
      await using automation = new TmuxAutomation({ store: runs.store, config: { logFolder, connect } });
      const code = logFolder === 'relative' ? 'INVALID_ARGUMENT' : 'LOG_FOLDER_UNUSABLE';
      await refused(automation.start(runs.address, 'true'), code);
    }
    expect(await runs.automation.runs.list()).toEqual([]);
    expect((await runs.tmux.panes()).length).toBe(1);
  });
});

describe('a run whose log is lost', () => {
  it('goes on when somebody deletes its log, and its end is seen', async () => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.address, 'echo before; read x; echo after; exit 5', {
      interactive: false,
    });
    const events: RunEvent[] = [];
    for await (const event of run) {
      events.push(event);
      if (event.type !== 'prompt') continue;
      // The recorder may be behind what the kernel tells, and make the log only then.
      await expect
        .poll(async () => (await run.harvest()).entries.map(({ text }) => text))
        .toEqual(['before']);
      await unlink(run.logPath);
      expect(await run.harvest()).toMatchObject({ snapshot: true, lines: ['before'], cursor: 0 });
      await run.send('');
    }
    expect(events.at(-1)).toMatchObject({ type: 'exit', code: 5 });
    // The pane closes a moment later; until then it still shows what it can.
    await expect.poll(() => runs.tmux.pane(run.paneId).exists()).toBe(false);
    await refused(run.harvest(), 'LOG_UNAVAILABLE');
    await refused(runs.automation.harvest(runs.address, run.id), 'LOG_UNAVAILABLE');
    expect(await run.status()).toMatchObject({ state: 'finished', code: 5 });
  });

  it('is none where the whole folder was deleted before: it is made again', async () => {
    await using runs = await openRuns(here);
    const first = await runs.automation.start(runs.address, 'echo one', { interactive: false });
    await first.finished();
    await first.harvest();
    // Until its pane is gone, its wrapper tidies up there.
    await expect.poll(() => runs.tmux.pane(first.paneId).exists()).toBe(false);
    await rm(runs.folder, { recursive: true });
    const second = await runs.automation.start(runs.address, 'echo two', { interactive: false });
    expect(await second.finished()).toMatchObject({ code: 0 });
    expect((await second.harvest()).entries.map(({ text }) => text)).toEqual(['two']);
    expect((await stat(runs.folder)).mode & 0o777).toBe(0o700);
    await expect.poll(() => runs.tmux.pane(second.paneId).exists()).toBe(false);
    await rm(runs.folder, { recursive: true });
    await runs.host.files.write(runs.folder, 'no folder');
    await refused(runs.automation.start(runs.address, 'true'), 'LOG_FOLDER_UNUSABLE');
    expect((await runs.automation.runs.list()).map(({ id }) => id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
  });

  it.each([
    ['by perl', 'glibc', 'ENOSPC', {}],
    // It does not always say why it could not write.
    ['by awk', 'busybox', expect.stringMatching(/^(ENOSPC|EIO)$/), {}],
    ['by this process', 'glibc', 'ENOSPC', { recordHere: true, redactors: [/(?<=z+)y/] }],
  ] as const)(
    'records %s until the disk is full, tells so, and goes on',
    async (_how, image, reason, options) => {
      const { engine, images } = dockerContext();
      await using container = await scratchContainer({ engine, image: images[image] });
      await using runs = await openRuns({ address: container.address, options: { docker: { engine } } });
      const logFolder = '/dev/shm/runs';
      const config = { logFolder, connect: { ...patience, docker: { engine } } };
      await using automation = new TmuxAutomation({ store: runs.store, config });
      const fill = 'dd if=/dev/zero of=/dev/shm/full bs=1M; dd if=/dev/zero of=/dev/shm/rest bs=4k';
      const free = 'dd if=/dev/null of=/dev/shm/full bs=4k seek=$(($(wc -c </dev/shm/full) / 4096 - 50))';
      const filled = await runs.host.script(
        `grep -q ' /dev/shm tmpfs ' /proc/mounts && { ${fill}; ${free}; } 2>/dev/null`,
        [],
        {
          timeoutMs: 60_000,
        },
      );
      expect(filled.code).toBe(0);
      const loop = 'i=0; while [ $i -lt 8000 ]; do i=$((i+1)); echo "line number $i of many"; done';
      const run = await automation.start(runs.address, `${loop}; read x; exit 6`, options);
      const events: RunEvent[] = [];
      for await (const event of run) {
        events.push(event);
        if (event.type === 'prompt') await run.send('');
      }
      expect(events.filter(({ type }) => type === 'fault')).toEqual([{ type: 'fault', reason }]);
      expect(events.at(-1)).toMatchObject({ type: 'exit', code: 6 });
      expect(await run.status()).toMatchObject({ state: 'finished', code: 6, source: 'exit-file' });
      const { entries, fault } = await run.harvest();
      expect(fault).toEqual(reason);
      expect(entries.length).toBeGreaterThan(100);
      expect(entries.map(({ text }) => text)).toEqual(entries.map((_, i) => `line number ${i + 1} of many`));
      const told = await runs.store.events.since(0, { runId: run.id });
      expect(told.filter(({ type }) => type === 'fault').map(({ data }) => data)).toEqual([{ reason }]);
      // Where there is no room at all, no further run begins.
      await runs.host.script('dd if=/dev/zero of=/dev/shm/more bs=4k 2>/dev/null');
      await using later = new TmuxAutomation({ store: runs.store, config });
      await refused(later.start(runs.address, 'true'), 'LOG_FOLDER_UNUSABLE');
      // Another process, which has seen nothing of all that, is told with the lines, and where there are no more.
      const { entries: found, cursor, ...all } = await later.harvest(runs.address, run.id);
      expect(found).toEqual(entries);
      expect(all.fault).toEqual(reason);
      expect(await later.harvest(runs.address, run.id, cursor)).toMatchObject({ entries: [], fault: reason });
    },
  );
});

describe('a question about a run', () => {
  it.each([
    ['past the end', 1_000_000, 'CURSOR_OUT_OF_RANGE'],
    ['that is negative', -1, 'INVALID_ARGUMENT'],
    ['between two bytes', 1.5, 'INVALID_ARGUMENT'],
    ['that is no number', Number.NaN, 'INVALID_ARGUMENT'],
    ['beyond all numbers', 2 ** 60, 'INVALID_ARGUMENT'],
  ])('is refused for a cursor %s', async (_what, cursor, code) => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.address, 'echo one', { interactive: false });
    await run.finished();
    const { cursor: end } = await run.harvest();
    await refused(run.harvest(cursor), code);
    await refused(runs.automation.harvest(runs.address, run.id, cursor), code);
    await refused(run.events({ cursor }).next(), code);
    expect(await run.harvest(end)).toMatchObject({ lines: [], cursor: end });
  });

  it.each(['nosuchrun', '', 'UPPER', '../../etc/passwd', "a'; exit 1", 'a\0b'])(
    'is refused for the unknown id %j',
    async (id) => {
      await using runs = await openRuns(here);
      const { automation, address } = runs;
      for (const one of [automation, runs.another({ store: false })]) {
        await refused(one.get(address, id), 'RUN_NOT_FOUND');
        await refused(one.status(address, '', id), 'RUN_NOT_FOUND');
        await refused(one.runs.explain(id, { host: address }), 'RUN_NOT_FOUND');
        await refused(one.harvest(address, id), 'RUN_NOT_FOUND');
        await refused(one.stop(address, '', id), 'RUN_NOT_FOUND');
      }
      await refused(automation.sendInput(address, '=nowhere:1', 'x'), 'PANE_NOT_FOUND');
    },
  );

  it('goes on without the store: what cannot be written down is told, and the run is not disturbed', async () => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.address, 'echo one; read x; exit 7', { interactive: false });
    await run.waitForPrompt();
    const other = new SqliteDatabase(runs.storePath);
    // What is being written is written in this process, too: waiting for it inside SQLite would be for ever.
    const change = (sql: string): Promise<void> => expect.poll(() => void other.exec(sql)).toBeUndefined();
    await change(`create trigger no_insert before insert on automation_runs begin ${REFUSE}; end;
      create trigger no_update before update on automation_runs begin ${REFUSE}; end`);
    try {
      await run.send('');
      expect(await run.finished()).toMatchObject({ code: 7 });
      await Promise.all([
        refused(run.status(), 'STORE_UNAVAILABLE'),
        refused(runs.automation.start(runs.address, 'true', { session: 'main' }), 'STORE_UNAVAILABLE'),
      ]);
      // What was printed is given out: only how far it was read cannot be written down.
      expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(['one', '']);
      const lines: string[] = [];
      for await (const event of run)
        if (event.type === 'output') lines.push(...event.lines.map(({ text }) => text));
      expect(lines).toEqual(['one', '']);
    } finally {
      await change('drop trigger if exists no_insert; drop trigger if exists no_update');
      other.close();
    }
    const ours = async (): Promise<string[]> =>
      (await runs.tmux.windows()).map(({ name }) => name).filter((name) => name.startsWith('auto:'));
    await expect.poll(ours).toEqual([]);
    expect((await runs.automation.runs.list()).map(({ id }) => id)).toEqual([run.id]);
    expect(await run.status()).toMatchObject({ code: 7 });
    expect(await runs.automation.runs.list()).toMatchObject([{ id: run.id, state: 'finished', exitCode: 7 }]);
    expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(['one', '']);
  });
});

const REFUSE = "select raise(abort, 'nothing may be written')";

/** The error, which has the code, says what is wrong in a sentence, and what to do in another. */
async function refused(work: Promise<unknown>, code: string): Promise<MuxError> {
  const error = await work.then(
    (value) => expect.fail(`Not refused, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isMuxError(error)) throw error;
  expect([error.code, error.message, error.suggestion]).toEqual([
    code,
    expect.stringMatching(/^\S.+\.$/s),
    expect.stringMatching(/^\S.+/s),
  ]);
  return error;
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
