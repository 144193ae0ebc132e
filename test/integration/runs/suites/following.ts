import { expect, it } from 'vitest';
import type { RunEvent } from '../../../../src/runs/run-events.js';
import { scriptedProgram } from '../../../../src/testing/scripted-program.js';
import type { StartRuns } from '../open-runs.js';

/** Status, output and answers while a run goes on. */
export function followingSuite(start: StartRuns): void {
  it.each([0, 1])(
    'sees a fake CLI through to its end with %i, by events alone [A46, A48, A66, A72]',
    async (code) => {
      await using runs = await start();
      const run = await runs.automation.start(runs.address, fakeCli(code), {
        interactive: false,
        promptDetectors: [/paste.*token/i],
        redactors: [/tok_[a-z]+/],
      });
      const states: string[] = [];
      const lines: string[] = [];
      for await (const event of run) {
        if (event.type === 'status') states.push(event.status.state);
        if (event.type === 'output') lines.push(...event.lines.map(({ text }) => text));
        if (event.type === 'prompt') {
          expect(event.prompt).toBe('Paste your token:');
          await run.send('tok_typed');
        }
      }
      expect(states).toEqual(['running', 'waiting-for-input', 'running', 'finished']);
      expect(lines).toEqual(['Setting up', 'Paste your token: ', 'Your new one is **** .']);
      expect(await run.status()).toMatchObject({ state: 'finished', code });
      expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(lines);
      expect((await runs.host.files.read(`${runs.folder}/${run.id}.exit`)).data.toString()).toBe(
        String(code),
      );
      const log = (await runs.host.files.read(run.logPath)).data.toString();
      expect(log).not.toContain('tok_');
    },
  );

  it('sees the same through by asking now and then [A17, A54, A66]', async () => {
    await using runs = await start();
    const { automation, address } = runs;
    const { id, target } = await automation.run(address, 'work', fakeCli(0), {
      promptDetectors: [/paste.*token/i, /press .*enter/i],
    });
    let [cursor, answered] = [0, false];
    const lines: string[] = [];
    await expect
      .poll(
        async () => {
          const harvest = await automation.harvest(address, id, cursor);
          cursor = harvest.cursor;
          lines.push(...harvest.lines);
          const status = await automation.status(address, target, id);
          // On a busy machine a program needs a while to take its answer, and waits as long as it has not.
          if (status.state === 'waiting-for-input' && !answered) {
            answered = true;
            await automation.sendInput(address, target, 'tok', true);
          }
          return status;
        },
        { interval: 100 },
      )
      .toMatchObject({ state: 'finished', code: 0, source: 'exit-file', confidence: 'certain' });
    lines.push(...(await automation.harvest(address, id, cursor)).lines);
    expect(lines.slice(0, 3).map((line) => line.slice(25))).toEqual([
      'Setting up',
      'Paste your token: ',
      'Your new one is tok_fresh .',
    ]);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} /);
    // The shell that stays may greet first.
    await expect
      .poll(async () => {
        const { cursor: from } = await automation.harvest(address, id, cursor);
        const again = await automation.harvest(address, id, from);
        return { ...again, moved: again.cursor - from };
      })
      .toMatchObject({ lines: [], moved: 0, hasMore: false });
  });

  it('is running however long it is silent, and says what that is known from [A17, A41, A45]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'echo begun; sleep 600', { interactive: false });
    await run.waitForText('begun');
    await expect.poll(() => run.status()).toMatchObject({ state: 'running', source: 'kernel' });
    const { status, signals } = await run.explain();
    expect(status.state).toBe('running');
    expect(signals.map(({ source }) => source)).toEqual([
      'exit-file',
      'sentinel',
      'pane',
      'detector',
      'kernel',
    ]);
    const pid = (await runs.tmux.pane(run.paneId).info()).pid;
    expect(signals[2]?.detail).toContain(String(pid));
    await run.end({ graceMs: 200 });
  });

  it('knows from the kernel that a program waits, though nobody said what its prompt looks like [A49]', async () => {
    await using runs = await start();
    const program = scriptedProgram([
      { readLine: true, prompt: 'Which way? ' },
      { readLine: true, prompt: 'Secret: ', hidden: true },
      { print: '\nthanks\n' },
    ]);
    const run = await runs.automation.start(runs.address, program, { interactive: false });
    expect(await run.waitForPrompt()).toMatchObject({ prompt: 'Which way?', source: 'kernel', kind: 'line' });
    await run.send('left');
    expect(await run.waitForPrompt({ pattern: 'Secret' })).toMatchObject({
      source: 'kernel',
      kind: 'password',
    });
    await run.send('hush', { secret: true });
    expect(await run.finished()).toMatchObject({ code: 0 });
    expect((await run.harvest()).entries.map(({ text }) => text)).toEqual([
      'Which way? left',
      'Secret: ',
      'thanks',
    ]);
  });

  it('takes detectors for one call, and those of the run from any process [A11, A47]', async () => {
    await using runs = await start();
    const program = scriptedProgram([{ print: 'working on it> ' }, { sleepMs: 600_000 }]);
    const run = await runs.automation.start(runs.address, program, { promptDetectors: [/NEVER/i] });
    await run.waitForText('working on it');
    expect(await run.status([/working.*> ?$/])).toMatchObject({
      state: 'waiting-for-input',
      prompt: 'working on it>',
      source: 'detector',
    });
    expect((await run.status()).state).toBe('running');
    const second = await runs.automation.start(runs.address, program, {
      promptDetectors: [/WORKING.*> ?$/i],
    });
    await second.waitForText('working on it');
    for (const other of [runs.another(), runs.another({ store: false })]) {
      expect(await other.status(runs.address, second.target, second.id)).toMatchObject({
        state: 'waiting-for-input',
        source: 'detector',
      });
    }
  });

  it('does not ask again for what was answered unseen, in any process [A48]', async () => {
    await using runs = await start();
    const program = ['sh', '-c', 'stty -echo; printf "Password: "; read x; sleep 600'];
    const run = await runs.automation.start(runs.address, program, { promptDetectors: [/password/i] });
    await run.waitForPrompt();
    await run.send('hush', { secret: true });
    const other = runs.another();
    await expect
      .poll(() => other.status(runs.address, run.target, run.id))
      .toMatchObject({ state: 'running' });
    expect(await run.status()).toMatchObject({ state: 'running' });
    await run.end({ graceMs: 100 });
  });

  it('does not ask again where nobody watches who answers [A48]', async () => {
    await using runs = await start();
    const program = ['sh', '-c', 'stty -echo; printf "Password: "; read x; sleep 600'];
    const options = { promptDetectors: [/password/i] };
    for (const answer of ['by the run', 'by its pane']) {
      const run = await runs.automation.start(runs.address, program, options);
      const [sender, asker] = [runs.another(), runs.another()];
      const status = () => asker.status(runs.address, run.target, run.id);
      await expect.poll(status).toMatchObject({ state: 'waiting-for-input', confidence: 'certain' });
      if (answer === 'by the run') await (await sender.get(runs.address, run.id)).send('hush');
      else await sender.sendInput(runs.address, run.target, 'hush');
      await expect.poll(status).toMatchObject({ state: 'running' });
      await run.end({ graceMs: 100 });
    }
  });

  it('guesses from silence only where it is told to [A49]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'sleep 600', { silenceMs: 300 });
    const waiting = await run.waitForPrompt();
    expect(waiting).toMatchObject({ source: 'silence', confidence: 'guess' });
    await run.end({ graceMs: 100 });
  });

  it('guesses from silence also for a client that asks once [A49]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'sleep 600', { silenceMs: 300 });
    const status = () => runs.another().status(runs.address, run.target, run.id);
    await expect.poll(status).toMatchObject({ source: 'silence', confidence: 'guess' });
    await run.end({ graceMs: 100 });
  });

  it('finds the question of a detector above the line that takes the answer [A46]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'echo "Paste your token"; printf "> "; read x', {
      promptDetectors: [/paste.*token/i],
    });
    const asked = { source: 'detector', prompt: 'Paste your token' };
    expect(await run.waitForPrompt({ pattern: /token/ })).toMatchObject(asked);
    const status = () => runs.another().status(runs.address, run.target, run.id, [/paste/i]);
    await expect.poll(status).toMatchObject({ ...asked, confidence: 'certain' });
    await run.end({ graceMs: 100 });
  });

  it('never calls a finished run waiting, though its last line looks like a prompt [A48]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'printf "Paste token: "', {
      promptDetectors: [/paste/i],
    });
    await run.finished();
    expect(await run.status([/./])).toMatchObject({ state: 'finished', code: 0 });
  });

  it('brings any text as it is, with Enter as a key of its own [A50, A51]', async () => {
    await using runs = await start();
    const texts = ['-t Enter', 'C-c; "quoted" $x `y` #{pane_id} ü 漢', '--'];
    const run = await runs.automation.start(runs.address, 'stty -echo; echo ready; cat', {
      interactive: false,
    });
    await run.waitForText('ready');
    for (const text of texts) await runs.automation.sendInput(runs.address, run.target, text);
    await runs.automation.sendInput(runs.address, run.paneId, 'two\nlines');
    await runs.automation.sendInput(runs.address, run.target, 'unfinished', false);
    await run.sendKeys('Enter', 'C-d');
    await run.finished();
    const { entries } = await run.harvest();
    expect(entries.map(({ text }) => text)).toEqual(['ready', ...texts, 'two', 'lines', 'unfinished']);
  });

  it('says that the pane is gone instead of sending into nothing [A53]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'true', { interactive: false });
    await run.finished();
    await expect.poll(() => runs.tmux.pane(run.paneId).exists()).toBe(false);
    await expect(run.send('hello')).rejects.toMatchObject({ code: 'RUN_ENDED' });
    await expect(runs.automation.sendInput(runs.address, run.target, 'x')).rejects.toMatchObject({
      code: 'PANE_NOT_FOUND',
    });
    await expect(runs.automation.sendInput(runs.address, 'nowhere:1.0', 'x')).rejects.toMatchObject({
      code: 'PANE_NOT_FOUND',
    });
  });

  it('gives only whole lines, the unfinished one where it is asked for [A18, A55]', async () => {
    await using runs = await start();
    const program = scriptedProgram([
      { print: 'one\ntwo ü 漢\nhalf a li' },
      { readLine: true },
      { print: 'ne\n' },
    ]);
    const run = await runs.automation.start(runs.address, program, { interactive: false });
    await run.waitForPrompt();
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(2);
    await expect.poll(async () => (await run.harvest(0, { partial: true })).partial).toBe('half a li');
    const first = await run.harvest(0, { partial: true });
    expect(first.entries.map(({ text }) => text)).toEqual(['one', 'two ü 漢']);
    expect(first.partial).toBe('half a li');
    await run.send('');
    await run.finished();
    const second = await run.harvest(first.cursor);
    expect(second.entries.map(({ text }) => text)).toEqual(['half a li', 'ne']);
    expect((await run.harvest()).cursor).toBe(second.cursor);
    const size = (await runs.host.files.read(run.logPath)).size;
    expect(second.cursor).toBe(size);
  });

  it('tells nothing of the shell that stays when the command has ended', async () => {
    await using runs = await start();
    const home = runs.folder.replace(/runs$/, 'home');
    await runs.host.files.write(`${home}/.bashrc`, 'echo from the shell\n');
    const run = await runs.automation.start(runs.address, 'echo one; echo two', { interactive: true });
    // bash reads its file, busybox greets.
    await expect.poll(async () => (await run.harvest()).entries.length).toBeGreaterThan(2);
    const texts: string[] = [];
    for await (const event of run) {
      if (event.type === 'output') texts.push(...event.lines.map(({ text }) => text));
    }
    expect(texts).toEqual(['one', 'two']);
  });

  it('caps a call, and gives colours and progress bars raw or plain', async () => {
    await using runs = await start();
    const script =
      'printf "\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\n"; i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo "line $i"; done';
    const run = await runs.automation.start(runs.address, script, { interactive: false });
    await run.finished();
    const raw = await run.harvest(0, { maxBytes: 200 });
    expect(raw.hasMore).toBe(true);
    expect(raw.entries[0]?.text).toBe('\x1b[31mred\x1b[0m');
    const plain = await run.harvest(0, { form: 'plain' });
    expect(plain.entries.slice(0, 3).map(({ text }) => text)).toEqual(['red', '100%', 'line 1']);
    const seen: string[] = [];
    for (let cursor = 0, more = true; more; ) {
      const part = await run.harvest(cursor, { maxBytes: 300, form: 'plain' });
      seen.push(...part.entries.map(({ text }) => text));
      more = part.hasMore;
      cursor = part.cursor;
    }
    expect(seen).toEqual(plain.entries.map(({ text }) => text));
  });

  it('answers from the pane where the log is gone, redacted [A12, A56, A57]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'echo "my key is sesame-street"; cat', {
      redactors: [/sesame-\w+/],
    });
    await expect.poll(async () => (await run.harvest()).entries.length).toBeGreaterThan(0);
    await runs.host.files.remove(run.logPath);
    const { lines, snapshot, cursor } = await run.harvest(0);
    expect(snapshot).toBe(true);
    expect(cursor).toBe(0);
    expect(lines).toContain('my key is ****');
    await run.end({ graceMs: 100 });
    await expect(run.harvest(0)).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' });
  });

  it('gives the same lines while it goes on and after its end [A2]', async () => {
    await using runs = await start();
    const script = 'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "line $i"; done';
    const run = await runs.automation.start(runs.address, script, { interactive: false });
    const live: string[] = [];
    let last: RunEvent | undefined;
    for await (last of run) if (last.type === 'output') live.push(...last.lines.map(({ text }) => text));
    expect(last?.type).toBe('exit');
    const after = await run.harvest(0, { maxBytes: 10_000_000 });
    expect(live).toEqual([...Array(3000).keys()].map((i) => `line ${i + 1}`));
    expect(after.entries.map(({ text }) => text)).toEqual(live);
  });
}

function fakeCli(code: number): string[] {
  return scriptedProgram([
    { print: 'Setting up\n' },
    { readLine: true, prompt: 'Paste your token: ', hidden: true },
    { print: '\nYour new one is tok_fresh .\n' },
    { exit: code },
  ]);
}
