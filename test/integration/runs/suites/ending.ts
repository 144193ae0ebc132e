import { expect, it } from 'vitest';
import { scriptedProgram } from '../../../../src/testing/scripted-program.js';
import type { OpenRuns, StartRuns } from '../open-runs.js';

/** How runs end, and what is left. */
export function endingSuite(start: StartRuns): void {
  it('stops recording and lets the command go on [A39, A40]', async () => {
    await using runs = await start();
    const { automation, address, tmux } = runs;
    const program = scriptedProgram([
      { print: 'recorded\n' },
      { readLine: true },
      { print: 'not recorded\n' },
      { readLine: true },
      { exit: 5 },
    ]);
    const run = await automation.start(address, program, { interactive: false });
    await run.waitForPrompt();
    // The recorder may be behind what the kernel tells.
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(1);
    await automation.stop(address, run.target, run.id);
    expect(await tmux.command('display-message', '-p', '-t', run.paneId, '#{pane_pipe}')).toEqual(['0']);
    const { cursor } = await automation.harvest(address, run.id);
    await run.send('');
    await tmux.pane(run.paneId).waitForText('not recorded');
    await expect
      .poll(() => automation.status(address, run.target, run.id))
      .toMatchObject({ state: 'waiting-for-input' });
    await run.send('');
    expect(await run.finished()).toMatchObject({ code: 5 });
    await expect.poll(async () => (await run.status()).source).toBe('exit-file');
    const after = await automation.harvest(address, run.id);
    expect(after.cursor).toBe(cursor);
    expect(after.entries.map(({ text }) => text)).toEqual(['recorded']);
  });

  it('ends a command by Ctrl-C, then by force, with all its processes', async () => {
    await using runs = await start();
    const polite = await runs.automation.start(
      runs.address,
      'trap "echo bye; exit 9" INT; echo up; while :; do sleep 1; done',
    );
    await polite.waitForText('up');
    expect(await polite.end({ graceMs: 60_000 })).toMatchObject({ code: 9 });
    expect(await runs.tmux.pane(polite.paneId).exists()).toBe(false);
    const stubborn = await runs.automation.start(
      runs.address,
      'trap "" INT TERM; (trap "" INT TERM; while :; do sleep 0.1; done) & echo up; while :; do sleep 0.1; done',
    );
    await stubborn.waitForText('up');
    const { pid } = await runs.tmux.pane(stubborn.paneId).info();
    expect(await stubborn.end({ graceMs: 200 })).toMatchObject({ code: 137, signal: 'SIGKILL' });
    await expect.poll(() => processesOfSession(runs, pid)).toEqual([]);
  });

  it('ends a shell that was kept alive', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'exit 2');
    await run.finished();
    expect(await run.end()).toMatchObject({ code: 2 });
    expect(await runs.tmux.pane(run.paneId).exists()).toBe(false);
  });

  it('has no time limit unless it is told one [A13]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'read x', { interactive: false, timeoutMs: 0 });
    await run.waitForPrompt();
    const record = await runs.store.runs.get(run.id);
    expect(record?.timeoutMs).toBe(0);
    await run.send('');
    expect(await run.finished()).toMatchObject({ code: 0 });
  });

  it('keeps a time limit by itself, for the whole process group, with no muxwright alive [A1, A14]', async () => {
    await using runs = await start();
    const starter = runs.another();
    const run = await starter.start(
      runs.address,
      'echo begun; trap "" TERM INT; (trap "" TERM; sleep 300) & sleep 300; sleep 300',
      // A busy machine must have begun within it.
      { timeoutMs: 20_000, graceMs: 300, interactive: true },
    );
    const { pid } = await runs.tmux.pane(run.paneId).info();
    await starter.close();
    await expect.poll(() => runs.tmux.pane(run.paneId).exists()).toBe(false);
    await expect.poll(() => processesOfSession(runs, pid)).toEqual([]);
    const later = runs.another();
    expect(await later.status(runs.address, run.target, run.id)).toMatchObject({
      state: 'finished',
      code: 124,
      timedOut: true,
      source: 'exit-file',
    });
    expect((await later.harvest(runs.address, run.id)).entries.map(({ text }) => text)).toEqual(['begun']);
  });

  it('tells a command that ended with 124 by itself from one whose time was up', async () => {
    await using runs = await start();
    const own = await runs.automation.start(runs.address, 'exit 124', {
      interactive: false,
      timeoutMs: 60_000,
    });
    const ended = await own.finished();
    expect(ended).toMatchObject({ code: 124 });
    expect(ended.timedOut).toBeUndefined();
    const late = await runs.automation.start(runs.address, 'sleep 60', {
      interactive: false,
      timeoutMs: 100,
    });
    expect(await late.finished()).toMatchObject({ code: 124, timedOut: true });
  });

  it('calls a run lost whose pane was killed, and never says 0 or running for ever [A44]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'echo begun; cat', { interactive: false });
    // On the screen it is earlier than in the log, and tmux passes on nothing of a pane that is gone.
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(1);
    await runs.tmux.pane(run.paneId).kill();
    const ended = await run.finished();
    expect(ended).toMatchObject({ state: 'finished', lost: true, confidence: 'guess' });
    expect(ended.code).toBeGreaterThan(0);
    expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(['begun']);
    await expect.poll(async () => (await runs.store.runs.get(run.id))?.state).toBe('lost');
  });

  it('takes the code from the sentinel where the exit file is missing [A43]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'exit 6', { interactive: false });
    await run.finished();
    await run.harvest();
    await runs.host.script('rm "$1.exit" "$1.record"', [`${runs.folder}/${run.id}`]);
    await expect.poll(() => runs.tmux.pane(run.paneId).exists()).toBe(false);
    expect(await runs.another({ store: false }).status(runs.address, '', run.id)).toMatchObject({
      state: 'finished',
      code: 6,
      source: 'sentinel',
    });
  });

  it('has finished as soon as the exit file exists, though a shell stays [A42]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'exit 8');
    await run.finished();
    await expect.poll(async () => (await run.status()).source).toBe('exit-file');
    expect((await runs.tmux.pane(run.paneId).info()).dead).toBe(false);
    expect(await run.explain()).toMatchObject({ status: { state: 'finished', code: 8 } });
  });

  it('marks a run completed, also one that ended while nobody looked [A63, A64]', async () => {
    await using runs = await start();
    const { automation, address } = runs;
    const watched = await automation.start(address, 'exit 1', { interactive: false });
    await watched.finished();
    await expect
      .poll(() => runs.store.runs.get(watched.id))
      .toMatchObject({ state: 'finished', exitCode: 1 });
    const { id, target, paneId } = await automation.run(address, 'work', 'exit 2', { interactive: false });
    await expect.poll(() => runs.tmux.pane(paneId).exists()).toBe(false);
    await automation.status(address, target, id);
    const listed = await automation.runs.list();
    expect(listed.map((run) => [run.id, run.state, run.exitCode])).toEqual([
      [id, 'finished', 2],
      [watched.id, 'finished', 1],
    ]);
    expect(listed.every(({ startedAt, finishedAt }) => finishedAt && finishedAt >= startedAt)).toBe(true);
  });

  it('goes on in another process where the first one stopped, also with an empty store [A1, A62]', async () => {
    await using runs = await start();
    const first = runs.another();
    const program = scriptedProgram([
      { print: 'one\n' },
      { readLine: true, prompt: 'More? ' },
      { print: 'two\n' },
      { exit: 3 },
    ]);
    const run = await first.start(runs.address, program, {
      interactive: false,
      promptDetectors: [/more\?/i],
    });
    await run.waitForPrompt();
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(1);
    const { cursor } = await run.harvest();
    await first.close();
    expect((await runs.store.runs.get(run.id))?.lastCursor).toBe(cursor);
    for (const other of [runs.another(), runs.another({ store: false })]) {
      const found = await other.get(runs.address, run.id);
      expect(found).toMatchObject({ id: run.id, paneId: run.paneId, logPath: run.logPath });
      expect(await found.status()).toMatchObject({ state: 'waiting-for-input', prompt: 'More?' });
    }
    const last = await runs.another().get(runs.address, run.id);
    const texts: string[] = [];
    const states: string[] = [];
    for await (const event of last.events({ cursor })) {
      if (event.type === 'prompt') await last.send('yes');
      if (event.type === 'output') texts.push(...event.lines.map(({ text }) => text));
      if (event.type === 'status') states.push(event.status.state);
    }
    expect(texts).toEqual(['More? yes', 'two']);
    expect(states).toEqual(['waiting-for-input', 'running', 'finished']);
  });
}

async function processesOfSession(runs: OpenRuns, pid: number): Promise<string[]> {
  const script = `for f in /proc/[0-9]*/stat; do
  read -r l 2>/dev/null <"$f" || continue
  p=\${l%% *}; set -- $1 \${l##*)}
  [ "$5" = "$1" ] && echo "$p $2"
done; :`;
  const { stdout } = await runs.host.script(script, [String(pid)]);
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(' Z'));
}
