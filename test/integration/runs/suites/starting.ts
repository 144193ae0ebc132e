import { expect, it } from 'vitest';
import { fileNames, type StartRuns } from '../open-runs.js';

/** How a command is started and what it finds there. */
export function startingSuite(start: StartRuns): void {
  it('runs a command in a window of its own and tells where [A6, A15, A16, A20, A23]', async () => {
    await using runs = await start();
    const { automation, address, tmux } = runs;
    const result = await automation.run(address, 'work', 'echo hello; cat', {});
    expect(result).toEqual({
      id: expect.stringMatching(/^[a-z0-9]+$/),
      session: 'work',
      target: expect.any(String),
      paneId: expect.stringMatching(/^%\d+$/),
      logPath: `${runs.folder}/${result.id}.log`,
    });
    const [named] = await tmux.command(
      'display-message',
      '-p',
      '-t',
      result.target,
      '#{pane_id} #{window_name}',
    );
    expect(named).toBe(`${result.paneId} auto:${result.id}`);
    expect((await tmux.findSession('work'))?.id).toBeDefined();
    await expect
      .poll(async () => (await automation.harvest(address, result.id)).lines.length)
      .toBeGreaterThan(0);
    const files = await runs.host.script('ls -ld "$1" "$1"/* | cut -c1-10', [runs.folder]);
    expect(files.stdout.toString().trim().split('\n')[0]).toBe('drwx------');
    expect(files.stdout.toString()).not.toMatch(/^-...[^-]|^-......[^-]/m);
  });

  it('makes one session for many callers, and leaves one that exists as it is [A20, A21]', async () => {
    await using runs = await start();
    const { automation, address, tmux } = runs;
    await tmux.ensureSession('work-long', { windowName: 'mine' });
    await Promise.all([
      ...[1, 2, 3].map(() => automation.ensureSession(address, 'work', '/usr')),
      ...[1, 2, 3].map(() => runs.another().ensureSession(address, 'work', '/usr')),
      ...[1, 2, 3].map(() => automation.start(address, 'true', { session: 'work', interactive: false })),
    ]);
    expect((await tmux.sessions()).map(({ name }) => name).sort()).toEqual(['main', 'work', 'work-long']);
    expect((await tmux.findSession('work'))?.id).toBeDefined();
    await automation.ensureSession(address, 'work-long', '/etc');
    const [session] = (await tmux.sessions()).filter(({ name }) => name === 'work-long');
    expect(session).toMatchObject({ windows: 1, attached: 0 });
    expect(session?.cwd).not.toBe('/etc');
  });

  it('needs nothing on the host beside tmux and what a base image has [A5]', async () => {
    await using runs = await start();
    // In the busybox container there is neither bash nor perl, and nowhere is anything of ours.
    const before = await runs.host.script('ls -A "$1"; command -v muxwright; :', [
      runs.folder.replace(/runs$/, ''),
    ]);
    expect(before.stdout.toString()).toBe('home\n');
    expect(await output(runs, 'echo "it works"')).toEqual(['it works']);
  });

  it('starts in the folder it is told, else in that of the session [A7, A20]', async () => {
    await using runs = await start();
    const { automation, address } = runs;
    await automation.ensureSession(address, 'work', '/usr');
    expect(await output(runs, 'pwd', { session: 'work' })).toEqual(['/usr']);
    expect(await output(runs, 'pwd', { session: 'work', cwd: '/etc' })).toEqual(['/etc']);
    await expect(automation.start(address, 'pwd', { cwd: '/not/there' })).rejects.toMatchObject({
      code: 'CWD_NOT_FOUND',
    });
  });

  it('exports the environment exactly, behind the login files [A8, A24]', async () => {
    await using runs = await start();
    const home = runs.folder.replace(/runs$/, 'home');
    await runs.host.files.write(`${home}/.profile`, 'export FROM_PROFILE=yes OURS=profile\n');
    const env = {
      OURS: ' a  "b" \'c\' $d `e` \\ \n\tü',
      BYTES: Buffer.from([0x41, 0xff, 0x81, 0x42]),
      EMPTY: '',
    };
    const script = 'printf "%s" "$FROM_PROFILE|$OURS|$BYTES|$EMPTY" | od -An -tx1 | tr -d " \\n"; echo';
    const [hex = ''] = await output(runs, script, { env });
    const expected = [
      Buffer.from('yes|'),
      Buffer.from(env.OURS),
      Buffer.from('|'),
      env.BYTES,
      Buffer.from('|'),
    ];
    expect(hex).toBe(Buffer.concat(expected).toString('hex'));
  });

  it('leaves nothing of its own in the environment of the command', async () => {
    await using runs = await start();
    expect(await output(runs, 'env | grep -c MUXWRIGHT; echo "$#"')).toEqual(['0', '0']);
  });

  it('gives an exact argv as it is', async () => {
    await using runs = await start();
    const argv = ['printf', '[%s]', 'a b', "c'd", '$x', '', '*', 'ü\n'];
    expect((await output(runs, argv)).join('\n')).toBe("[a b][c'd][$x][][*][ü\n]");
  });

  it('keeps the text of a command intact, whatever it holds [A26]', async () => {
    await using runs = await start();
    expect(await output(runs, `echo "a 'b'" '$c' \`echo d\` # trailing "comment`)).toEqual(["a 'b' $c d"]);
    expect(await output(runs, 'cat <<X\none\ntwo\nX')).toEqual(['one', 'two']);
  });

  it.each([
    ['exit 3', 3],
    ['if', 2],
    ['true', 0],
    ['false', 1],
    ['kill -9 $$', 137],
    ['kill -9 0', 137],
    ['(exit 200)', 200],
    ['not-a-command-at-all', 127],
  ])('ends %j with %i, in the exit file too [A26, A30]', async (command, code) => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, command, { interactive: false });
    expect(await run.finished()).toMatchObject({ state: 'finished', code });
    await run.harvest();
    expect((await runs.host.files.read(`${runs.folder}/${run.id}.exit`)).data.toString()).toBe(String(code));
    // The wrapper tidies up when all is told.
    await expect
      .poll(() => fileNames(runs))
      .toEqual(['exit', 'log', 'marks', 'record'].map((end) => `${run.id}.${end}`));
  });

  it('ends a command with the code of the first stage that failed, where the shell can [A25]', async () => {
    await using runs = await start();
    const bash = (await runs.host.script('command -v bash')).code === 0;
    const busybox = (await runs.host.script('sh --help 2>&1 | grep -qi busybox')).code === 0;
    const run = await runs.automation.start(runs.address, 'false | true', { interactive: false });
    expect((await run.finished()).code).toBe(bash || busybox ? 1 : 0);
  });

  it('keeps an interactive shell with environment and folder, and has finished all the same [A9, A31]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'exit 4', { cwd: '/usr', env: { KEPT: 'kept' } });
    expect(await run.finished()).toMatchObject({ code: 4 });
    const pane = runs.tmux.pane(run.paneId);
    await runs.automation.sendInput(runs.address, run.target, 'echo "<$KEPT $PWD>"');
    await pane.waitForText('<kept /usr>');
    expect(await run.status()).toMatchObject({
      state: 'finished',
      code: 4,
      source: 'exit-file',
      confidence: 'certain',
    });
  });

  it('lets the pane go with the command, its last bytes in the log [A32, A33]', async () => {
    await using runs = await start();
    const script = 'i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo "line $i"; done; printf "the end"';
    const run = await runs.automation.start(runs.address, script, { interactive: false });
    await run.finished();
    const { entries } = await run.harvest();
    const expected = [...Array(2000).keys()].map((i) => `line ${i + 1}`);
    expect(entries.map(({ text }) => text)).toEqual([...expected, 'the end']);
    await expect.poll(() => runs.tmux.pane(run.paneId).exists()).toBe(false);
  });

  it('takes a name for the window, and finds the run all the same [A10]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'cat', { name: 'my window' });
    expect((await runs.tmux.pane(run.paneId).info()).windowName).toBe('my window');
    const found = await runs.another({ store: false }).get(runs.address, run.id);
    expect(found.paneId).toBe(run.paneId);
  });

  it('gives the terminal the size it is told', async () => {
    await using runs = await start();
    const lines = await output(runs, 'stty size', { size: { width: 101, height: 33 } });
    expect(lines).toEqual(['33 101']);
  });

  it('tells start and end by sentinels that nobody sees and nobody can forge [A27, A28, A29]', async () => {
    await using runs = await start();
    const forged = [
      'printf "__CRAFTASTIC_EXIT 0__\\n"',
      'printf "\\030\\033]7770;00000000000000000000000000000000;exit;0;1\\033\\\\\\\\"',
      'printf "\\033]0;left open"',
      'exit 7',
    ].join('; ');
    const run = await runs.automation.start(runs.address, forged, { interactive: false });
    expect(await run.finished()).toMatchObject({ code: 7 });
    const { lines } = await run.harvest();
    expect(lines.filter((line) => /;start;/.test(line))).toEqual([]);
    expect(lines[0]).toContain('__CRAFTASTIC_EXIT 0__');
    const marks = (await runs.host.files.read(`${runs.folder}/${run.id}.marks`)).data
      .toString()
      .trim()
      .split('\n');
    expect(marks[0]).toMatch(/^start \d{10} 0$/);
    expect(marks[1]).toMatch(/^exit 7 0 \d+$/);
  });
}

async function output(
  runs: Awaited<ReturnType<StartRuns>>,
  command: string | readonly string[],
  options: Parameters<typeof runs.automation.start>[2] = {},
): Promise<string[]> {
  const run = await runs.automation.start(runs.address, command, { interactive: false, ...options });
  await run.finished();
  return (await run.harvest()).entries.map(({ text }) => text);
}
