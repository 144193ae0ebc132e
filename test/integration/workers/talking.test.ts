import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openWorkers } from './open-workers.js';

const tui = fileURLToPath(new URL('../agents/fixtures/agent-tui.mjs', import.meta.url));

function agent(settings: Readonly<Record<string, unknown>> = {}): string[] {
  return [process.execPath, tui, JSON.stringify(settings)];
}

describe('text for a worker', () => {
  it('is proven to be taken where the program has an input box, and is not where one asks something', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await workers.spawn('idle', agent(), { cwd: folder, readyWait: true });
    const sent = await workers.send('idle', 'implement feature X');
    expect(sent).toMatchObject({ via: 'bridge', status: 'submitted', receipt: { status: 'submitted' } });
    expect(await workers.peek('idle')).toContain('implement feature X');

    await expect(
      workers.spawn('asks', agent({ dialogAfterStartMs: 0 }), { cwd: folder, readyWait: true }),
    ).rejects.toMatchObject({ code: 'DIALOG_OPEN', message: expect.stringContaining("'asks' runs") });
    expect((await workers.status('asks')).activity).toMatchObject({ state: 'asking' });
    await expect(workers.send('asks', 'yes')).rejects.toMatchObject({
      code: 'DIALOG_OPEN',
      suggestion: expect.any(String),
    });
    expect(await workers.wait('asks', { until: 'idle' })).toMatchObject({ activity: { state: 'asking' } });
  });

  it('answers a question of a line program, and a secret is shown nowhere', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const script = `printf 'Overwrite? [y/N] '; read -r a; printf 'Password: '; stty -echo; read -r p
      stty echo; echo; echo "$a \${#p} $p"; read -r x`;
    await workers.spawn('asks', script, { cwd: folder });
    expect(await workers.wait('asks', { until: 'idle' })).toMatchObject({ activity: { state: 'asking' } });
    expect(await workers.send('asks', 'y')).toEqual({ name: 'asks', via: 'line', status: 'typed' });
    await workers.wait('asks', { text: 'Password:' });
    await workers.send('asks', 'open sesame', { secret: true });
    expect((await workers.wait('asks', { text: /^y 11/ })).line).toBe('y 11 ****');
    expect(await workers.peek('asks')).not.toContain('sesame');
  });

  it('is typed once however often it is sent with the same key', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await workers.spawn('reads', 'while read -r line; do echo "got $line"; done', { cwd: folder });
    await workers.wait('reads', { until: 'idle' });
    const send = (text: string) => workers.send('reads', text, { via: 'line', idempotencyKey: text });
    for (const text of ['one', 'two']) for (let times = 0; times < 3; times++) await send(text);
    // What is typed without a key is not taken for one of them.
    await workers.send('reads', 'between', { via: 'line' });
    for (const text of ['one', 'two', 'last']) await send(text);
    await workers.wait('reads', { text: 'got last' });
    const printed: string[] = [];
    for await (const { lines } of workers.logs('reads')) printed.push(...lines.map(({ text }) => text));
    expect(printed.filter((line) => line.startsWith('got '))).toEqual([
      'got one',
      'got two',
      'got between',
      'got last',
    ]);
  });

  it('is refused where the terminal would cut its line, and then nothing of it is typed', async () => {
    await using open = await openWorkers();
    await open.spawnEcho('one');
    await open.workers.wait('one', { until: 'idle' });
    await expect(open.workers.send('one', 'x'.repeat(1_000_000))).rejects.toMatchObject({
      code: 'TEXT_TOO_LONG',
      suggestion: expect.stringContaining('file'),
    });
    await open.workers.send('one', 'x'.repeat(4_000));
    expect((await open.workers.wait('one', { text: 'got x' })).line).toHaveLength(4_004);
  });

  it('goes to all workers, or to those with a tag, and one that cannot take it keeps it from nobody', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await open.spawnEcho('r1', { tags: ['red'] });
    await open.spawnEcho('r2', { tags: ['red', 'big'] });
    await open.spawnEcho('b1', { tags: ['blue'] });
    await workers.spawn('done', 'true', { cwd: folder, tags: ['red'] });
    await workers.wait('done');
    const names = (results: readonly { readonly name: string }[]): string[] =>
      results.map(({ name }) => name);
    expect(names(await workers.broadcast('to red', { tag: 'red' }))).toEqual(['r1', 'r2']);
    expect(names(await workers.broadcast('to all', { all: true }))).toEqual(['r1', 'r2', 'b1']);
    expect(await workers.broadcast('to none', { tag: 'green' })).toEqual([]);
    for (const name of ['r1', 'r2', 'b1']) await workers.wait(name, { text: 'got to all' });
    expect(await workers.peek('r2')).toContain('got to red');
    expect(await workers.peek('b1')).not.toContain('got to red');
    await workers.spawn('asks', agent({ dialogAfterStartMs: 0 }), { cwd: folder });
    await workers.wait('asks', { until: 'idle' });
    const results = await workers.broadcast('again', { all: true });
    expect(results.map(({ name, status }) => [name, status])).toEqual([
      ['r1', 'typed'],
      ['r2', 'typed'],
      ['b1', 'typed'],
      ['asks', 'failed'],
    ]);
    expect((await workers.ls({ tag: 'big' })).map(({ name }) => name)).toEqual(['r2']);
  });

  it('of several senders arrives line by line', async () => {
    await using open = await openWorkers();
    // Without the terminal's echo, which would put the next text in front of an answer.
    const program = 'stty -echo; echo ready; while read -r line; do echo "got $line"; done';
    const readyWait = { pattern: 'ready' };
    await open.workers.spawn('one', program, { cwd: open.folder, login: false, readyWait });
    await using second = open.another();
    const texts = Array.from({ length: 10 }, (_, i) => `message number ${i}`);
    await Promise.all(texts.map((text, i) => (i % 2 ? open.workers : second).send('one', text)));
    for (const text of texts) await open.workers.wait('one', { text: new RegExp(`^got ${text}$`) });
  });
});

describe('waiting for a worker', () => {
  it('ends when it is idle, quiet, or has printed something, and fails with its screen when it takes too long', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await workers.spawn('sh', ['bash', '--norc', '--noprofile'], { cwd: folder, readyWait: true });
    await workers.send('sh', 'for i in 1 2 3; do sleep 0.2; echo step $i; done');
    expect(await workers.wait('sh', { until: 'idle' })).toMatchObject({ activity: { state: 'ready' } });
    expect(await workers.peek('sh')).toContain('step 3\n');
    await workers.send('sh', 'sleep 0.3; echo late; sleep 600');
    expect(await workers.wait('sh', { text: /^late/ })).toMatchObject({ until: 'text', line: 'late' });
    expect(await workers.wait('sh', { until: 'quiet', quietMs: 300 })).toEqual({
      name: 'sh',
      until: 'quiet',
    });
    expect((await workers.status('sh')).activity).toMatchObject({ state: 'busy' });
    for (const options of [{ until: 'exit' }, { until: 'idle' }, { text: 'never' }] as const) {
      await expect(workers.wait('sh', { ...options, timeoutMs: 200 })).rejects.toMatchObject({
        code: 'TIMEOUT',
      });
    }
    await workers.spawn('short', 'read -r x; exit 5', { cwd: folder, login: false });
    const waiting = workers.wait('short', { text: 'never' });
    await workers.send('short', 'end');
    await expect(waiting).rejects.toMatchObject({
      code: 'WORKER_STOPPED',
      message: "Worker 'short' has ended with code 5.",
    });
    const stop = AbortSignal.abort();
    await expect(workers.wait('sh', { signal: stop })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await workers.interrupt('sh')).toEqual({ keys: ['C-c'] });
    await workers.wait('sh', { until: 'idle' });
    await workers.eof('sh');
    expect((await workers.wait('sh')).exit).toMatchObject({ code: 130 });
  });

  it('of an agent ends with its work', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await workers.spawn('busy', agent({ workMs: 600_000 }), { cwd: folder, readyWait: true });
    await workers.send('busy', 'work on it');
    expect((await workers.status('busy')).activity).toMatchObject({ state: 'busy' });
    let isOver = false;
    const waiting = workers.wait('busy', { until: 'idle', timeoutMs: 120_000 }).finally(() => {
      isOver = true;
    });
    await workers.wait('busy', { text: 'work on it' });
    expect(isOver).toBe(false);
    await workers.sendKeys('busy', 'Escape');
    expect(await waiting).toMatchObject({ activity: { state: 'ready' } });
  });

  it('for it to be ready fails where its program ends, and says how; where it takes too long it goes on', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await expect(
      workers.spawn('dies', 'echo oh no; exit 3', { cwd: folder, readyWait: true }),
    ).rejects.toMatchObject({ code: 'WORKER_STOPPED', message: "Worker 'dies' has ended with code 3." });
    await expect(
      workers.spawn('dies2', ['no-such-program'], { cwd: folder, readyWait: { pattern: 'never printed' } }),
    ).rejects.toMatchObject({ code: 'WORKER_STOPPED', message: expect.stringContaining('code 127') });
    const readyWait = { timeoutMs: 300 };
    await expect(workers.spawn('slow', ['sleep', '600'], { cwd: folder, readyWait })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining("'slow' runs"),
    });
    expect(await workers.status('slow')).toMatchObject({ state: 'running' });
  });
});

describe('the log of a worker', () => {
  it('is followed as it is written, and resumed from a cursor, by another process, to the end [W43]', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const script = 'for i in 1 2 3 4 5 6; do read -r x; echo "line $i"; done';
    await workers.spawn('one', `stty -echo; echo begin; ${script}`, { cwd: folder });
    await workers.wait('one', { text: 'begin' });
    const seen: string[] = [];
    let cursor = 0;
    for (let i = 0; i < 3; i++) await workers.send('one', '');
    for await (const part of workers.logs('one', { follow: true })) {
      seen.push(...part.lines.map(({ text }) => text));
      cursor = part.cursor;
      if (seen.includes('line 3')) break;
    }
    await using next = open.another();
    const rest = (async () => {
      for await (const part of next.logs('one', { follow: true, cursor }))
        seen.push(...part.lines.map(({ text }) => text));
    })();
    for (let i = 0; i < 3; i++) await workers.send('one', '');
    await rest;
    expect(seen).toEqual(['begin', ...[1, 2, 3, 4, 5, 6].map((i) => `line ${i}`)]);
    const tail: string[] = [];
    for await (const { lines } of next.logs('one', { tail: 2 })) tail.push(...lines.map(({ text }) => text));
    expect(tail).toEqual(['line 5', 'line 6']);
    const first = (await next.status('one')).runId ?? '';
    await next.respawn('one');
    const old: string[] = [];
    for await (const { lines } of next.logs('one', { run: first, tail: 1 }))
      old.push(...lines.map(({ text }) => text));
    expect(old).toEqual(['line 6']);
  });

  it('gives the last lines of a long one without reading all of it, and hides secrets', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const script = 'seq 20000; echo "token sk-ant-api03-$(printf %040d 7)"; exit 0';
    await workers.spawn('one', script, { cwd: folder, secrets: ['19998'] });
    await workers.wait('one');
    const lines: string[] = [];
    for await (const part of workers.logs('one', { tail: 4 }))
      lines.push(...part.lines.map(({ text }) => text));
    expect(lines).toEqual(['****', '19999', '20000', 'token ****']);
  });
});

describe('attaching', () => {
  it('is a command that puts a terminal into the window, to look only if that is wanted [W43]', async () => {
    await using open = await openWorkers();
    await using outer = await openWorkers();
    const { workers, tmux } = open;
    await open.spawnEcho('one');
    await open.spawnEcho('two');
    const session = await outer.tmux.ensureSession('terminal');
    const attach = async (env: { TMUX?: string }, readOnly = false): Promise<void> => {
      const { argv } = await workers.attach('two', { env, readOnly });
      await session.newWindow({ command: argv });
    };
    const clients = async (): Promise<string[]> => {
      const all = await tmux.command(
        'list-clients',
        '-F',
        '#{client_control_mode} #{window_name} #{client_readonly}',
      );
      return all.filter((client) => client.startsWith('0 ')).map((client) => client.slice(2));
    };
    await attach({});
    await expect.poll(clients).toEqual(['two 0']);
    // As in a terminal that is inside another tmux.
    await attach({ TMUX: '/tmp/elsewhere,1,0' }, true);
    await expect.poll(clients).toEqual(['two 0', 'two 1']);
    expect((await workers.ls()).map(({ name, viewed }) => [name, viewed])).toEqual([
      ['one', false],
      ['two', true],
    ]);
    const inside = { TMUX: `/tmp/socket,${tmux.server?.pid},0` };
    expect(await workers.attach('one', { env: inside })).toEqual({
      kind: 'switch',
      argv: [
        'tmux',
        '-L',
        open.server.socket,
        'switch-client',
        '-t',
        expect.stringMatching(/^=swarm-\w+:@\d+$/),
      ],
    });
  });
});

describe('an interruption of a worker', () => {
  it.each([
    { hint: '(3s - esc to interrupt)', keys: ['Escape'] },
    { hint: 'esc interrupt', again: 'esc again to interrupt', keys: ['Escape', 'Escape'] },
    { hint: 'press ctrl+c to stop', keys: ['C-c'] },
  ])('uses the key that a program without a profile names: $hint', async ({ hint, again, keys }) => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const script = `process.stdin.setRawMode(true);
      const say = (text) => process.stdout.write('\\x1b[2J\\x1b[H> \\n\\n' + text);
      const hints = ${JSON.stringify([hint, ...(again ? [again] : [])])};
      const key = ${JSON.stringify(keys[0] === 'C-c' ? '\u0003' : '\u001b')};
      process.stdin.on('data', (data) => {
        if (String(data) !== key) process.exit(9);
        say(hints.shift() ?? 'stopped');
      });
      say(hints.shift());`;
    await workers.spawn('works', [process.execPath, '-e', script], { cwd: folder });
    await workers.wait('works', { text: hint });
    expect(await workers.interrupt('works')).toEqual({ keys });
    await workers.wait('works', { text: 'stopped' });
  });
});
