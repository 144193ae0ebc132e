import { describe, expect, it } from 'vitest';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

const quick = { login: false, interactive: false };

describe('run operations', () => {
  it('run a command to its end, and give code, output and the end of a long output', async () => {
    await using here = await openOperations();
    const at = { host: here.host, ...quick };
    const done = await here.call('run.complete', { ...at, command: 'echo out; echo err >&2; exit 3' });
    expect(done).toMatchObject({
      host: here.host,
      state: 'finished',
      code: 3,
      confidence: 'certain',
      output: 'out\nerr',
      truncated: false,
    });
    expect(done.durationMs).toBeGreaterThan(0);
    const long = await here.call('run.complete', { ...at, command: ['seq', '1', '20000'], maxBytes: 5_000 });
    expect(long).toMatchObject({ code: 0, truncated: true });
    expect(long.output).toMatch(/^1\d{4}\n(1\d{4}\n)+20000$/);
    const limited = await here.call('run.complete', {
      ...at,
      command: 'sleep 99',
      timeLimitMs: 300,
      graceMs: 100,
    });
    expect(limited).toMatchObject({ state: 'finished', code: 124, timedOut: true });
  });

  it('stop at a question, take the answer, and go on to the end', async () => {
    await using here = await openOperations();
    const command = `printf 'Your name? '; read name; echo "hello $name"`;
    const asked = await here.call('run.complete', {
      host: here.host,
      ...quick,
      command,
      prompts: ['name\\? ?$'],
    });
    expect(asked).toMatchObject({ state: 'waiting-for-input', prompt: 'Your name?' });
    const run = asked.id;
    expect(await here.call('run.status', { run })).toMatchObject({
      id: run,
      state: 'waiting-for-input',
      command,
      startedAt: expect.stringMatching(/Z$/),
    });
    const explained = await here.call('run.explain', { run });
    expect(explained.signals.length).toBeGreaterThan(1);
    // A question is on the screen a moment before it is in the log.
    await expect
      .poll(async () => (await here.call('run.output', { run, partial: true })).partial ?? '')
      .toContain('Your name?');
    expect(await here.call('run.wait', { run, until: 'prompt', regex: '/NAME/i' })).toMatchObject({
      prompt: 'Your name?',
    });
    await here.call('run.input', { run, text: 'Ada' });
    expect(await here.call('run.wait', { run })).toMatchObject({
      until: 'finished',
      state: 'finished',
      code: 0,
    });
    const { lines, hasMore } = await here.call('run.output', { run, cursor: asked.cursor });
    expect(hasMore).toBe(false);
    expect(lines.at(-1)).toMatchObject({ text: 'hello Ada', time: expect.stringMatching(/^\d{4}-/) });
    expect(await here.call('run.status', { run })).toMatchObject({ code: 0, finishedAt: expect.any(String) });
  });

  it('answer with what there is when the wait is over, and leave the command running', async () => {
    await using here = await openOperations();
    const command = 'trap "exit 5" TERM INT; echo begun; while :; do sleep 0.1; done';
    // Long enough for it to begin, on any machine.
    const late = await here.call('run.complete', { host: here.host, ...quick, command, waitMs: 10_000 });
    expect(late).toMatchObject({ state: 'running', output: 'begun' });
    const ended = await here.call('run.end', { run: late.id });
    expect(ended).toMatchObject({ state: 'finished', code: 5 });
    expect(await here.call('run.end', { run: late.id })).toMatchObject({ state: 'finished', code: 5 });
  });

  it('read output piece by piece, each line once, and follow it to the end', async () => {
    await using here = await openOperations();
    const {
      id: run,
      paneId,
      logPath,
    } = await here.call('run.start', {
      host: here.host,
      ...quick,
      command: 'seq 1 500; printf "\\033[31mred\\033[0m\\n"; read end',
      name: 'counting',
      tags: ['slow'],
    });
    expect(logPath).toContain(run);
    const panes = await here.call('pane.list', { host: here.host, session: 'muxwright' });
    const windows = panes.sessions[0].windows as Answer[];
    expect(windows.find(({ name }) => name === 'counting').panes[0].id).toBe(paneId);
    expect(await here.call('run.wait', { run, until: 'text', text: 'red' })).toMatchObject({ line: 'red' });
    // A line is on the screen a moment before it is in the log.
    await expect
      .poll(async () => (await here.call('run.output', { run })).lines.at(-1))
      .toMatchObject({ text: 'red' });
    const read: string[] = [];
    for (let page = { cursor: 0, hasMore: true } as Answer; page.hasMore; ) {
      page = await here.call('run.output', { run, cursor: page.cursor, maxBytes: 1_000 });
      read.push(...page.lines.map(({ text }: { text: string }) => text));
    }
    expect(read).toEqual([...Array.from({ length: 500 }, (_, n) => String(n + 1)), 'red']);
    const raw = await here.call('run.output', { run, form: 'raw' });
    expect(raw.lines.at(-1).text).toBe('\x1b[31mred\x1b[0m');
    const items = here.stream('run.follow', { run }, new AbortController().signal);
    const followed: Answer[] = [];
    let asked = 0;
    for await (const item of items) {
      followed.push(item);
      if (item.type === 'prompt' && asked++ === 0) await here.call('run.input', { run, text: '' });
    }
    const lines = followed.flatMap((item) => item.lines ?? []).map(({ text }) => text);
    expect(lines.filter((text) => text !== '')).toEqual(read);
    expect(followed.at(-1)).toMatchObject({ type: 'exit', code: 0, status: { state: 'finished' } });
  });

  it('list, count, find again and prune what is remembered', async () => {
    await using here = await openOperations();
    const at = { host: here.host, ...quick };
    const ids: string[] = [];
    for (const code of [0, 1, 2])
      ids.push((await here.call('run.complete', { ...at, command: `exit ${code}`, type: 'ending' })).id);
    const { id: going } = await here.call('run.start', { ...at, command: 'cat' });
    const first = await here.call('run.list', { limit: 3 });
    expect(first).toMatchObject({
      hasMore: true,
      runs: [{ id: going, state: 'running' }, { exitCode: 2 }, { exitCode: 1 }],
    });
    const rest = await here.call('run.list', { limit: 3, cursor: first.nextCursor });
    expect(rest).toMatchObject({
      hasMore: false,
      runs: [{ id: ids[0], exitCode: 0, type: 'ending', timedOut: false }],
    });
    expect((await here.call('run.list', { state: ['running'], host: here.host })).runs).toHaveLength(1);
    expect((await here.call('run.list', { before: '2001-01-01T00:00:00Z' })).runs).toEqual([]);
    const { count, types } = await here.call('run.metrics', { type: 'ending' });
    expect(count).toBe(3);
    expect(types).toMatchObject([{ type: 'ending', count: 3, succeeded: 1, successRate: 1 / 3 }]);
    const recovered = await here.call('run.recover', { host: here.host }, { by: here.another() });
    expect(recovered).toMatchObject({ host: here.host, running: [going] });
    const would = await here.call('run.prune', { host: here.host, maxRuns: 1, dryRun: true });
    expect(would).toMatchObject({ dryRun: true });
    expect(would.runs.filter(({ reason }: Answer) => reason === 'count')).toHaveLength(2);
    expect((await here.call('run.list', {})).runs).toHaveLength(4);
    await here.call('run.prune', { host: here.host, maxRuns: 1 });
    const left = (await here.call('run.list', {})).runs.map(({ id }: { id: string }) => id);
    expect(left).toEqual([going, ids[2]]);
    expect((await here.fails('run.status', { run: ids[0] })).code).toBe('RUN_NOT_FOUND');
    expect((await here.fails('run.prune', { host: here.host })).code).toBe('INVALID_ARGUMENT');
  });

  it('list a run that ended while nobody watched as one that has ended', async () => {
    await using here = await openOperations();
    const { id, paneId } = await here.call('run.start', { host: here.host, ...quick, command: 'exit 6' });
    await here.tmux.pane(paneId).waitForExit({ timeoutMs: 120_000 });
    const { runs } = await here.call('run.list', {}, { by: here.another() });
    expect(runs).toMatchObject([{ id, state: 'finished', exitCode: 6 }]);
    expect((await here.call('run.list', { state: ['running'] })).runs).toEqual([]);
  });

  it('stop recording a command that goes on, and end it with its pane', async () => {
    await using here = await openOperations();
    const { id: run } = await here.call('run.start', { host: here.host, ...quick, command: 'cat' });
    expect(await here.call('run.wait', { run, until: 'settled' })).toMatchObject({
      state: 'waiting-for-input',
    });
    expect(await here.call('run.stop', { run })).toMatchObject({ id: run, state: 'waiting-for-input' });
    expect(await here.fails('run.stop', { run, end: true })).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await here.call('run.end', { run })).toMatchObject({ state: 'finished' });
    expect((await here.fails('pane.screen', { target: run })).code).toBe('PANE_NOT_FOUND');
  });

  it('end every wait at once when the caller has had enough, and leave the run alone', async () => {
    await using here = await openOperations();
    const { id: run } = await here.call('run.start', { host: here.host, ...quick, command: 'sleep 3600' });
    const waits = [{}, { until: 'prompt' }, { until: 'text', text: 'never' }];
    for (const what of waits)
      expect((await aborted(here, 'run.wait', { run, timeoutMs: 0, ...what })).code).toBe('ABORTED');
    const completing = await aborted(here, 'run.complete', {
      host: here.host,
      ...quick,
      command: 'sleep 3600',
      waitMs: 0,
    });
    expect(completing.code).toBe('ABORTED');
    expect(await here.call('run.status', { run: completing.details.run as string })).toMatchObject({
      state: 'running',
    });
    const controller = new AbortController();
    const items = here.stream('run.follow', { run }, controller.signal);
    await items.next();
    const next = items.next();
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await here.call('run.status', { run })).toMatchObject({ state: 'running' });
    const late = await here.fails('run.wait', { run, timeoutMs: 20 });
    expect(late).toMatchObject({ code: 'TIMEOUT', exitCode: 124 });
  });

  it('give the code of the room for a run that does not exist, and the nearest id', async () => {
    await using here = await openOperations();
    const { id } = await here.call('run.complete', { host: here.host, ...quick, command: 'true' });
    const near = `${id.slice(0, -1)}${id.endsWith('a') ? 'b' : 'a'}`;
    const operations = ['status', 'explain', 'output', 'wait', 'stop', 'end'].map((verb) => `run.${verb}`);
    for (const name of operations) {
      const host = { host: here.host };
      expect(await here.fails(name, { run: near, ...host })).toMatchObject({
        code: 'RUN_NOT_FOUND',
        suggestion: `Did you mean '${id}'?`,
      });
      for (const run of ['no-such', '../../etc/passwd', 'a\0b', "'; true"])
        expect((await here.fails(name, { run, ...host })).code).toBe('RUN_NOT_FOUND');
      expect((await here.fails(name, { run: 'x'.repeat(1_000_000), ...host })).code).toBe('INVALID_ARGUMENT');
    }
    const input = await here.fails('run.input', { run: near, text: 'x', host: here.host });
    expect(input.code).toBe('RUN_NOT_FOUND');
    const items = here.stream('run.follow', { run: near, host: here.host }, new AbortController().signal);
    await expect(items.next()).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    for (const wrong of [
      { until: 'text' },
      { text: 'x' },
      { until: 'text', text: 'x', regex: 'x' },
      { until: 'text', regex: '(' },
    ])
      expect((await here.fails('run.wait', { run: id, ...wrong })).code).toBe('INVALID_ARGUMENT');
    expect((await here.fails('run.start', { command: 'true', host: here.host, redact: ['('] })).code).toBe(
      'INVALID_ARGUMENT',
    );
  });

  it('hide what a run was told to hide, also from those who only know its pane', async () => {
    await using here = await openOperations();
    const { id, paneId } = await here.call('run.start', {
      host: here.host,
      ...quick,
      command: 'echo order 4711-99; echo word hunter22; read end',
      redact: ['\\d{4}-\\d\\d'],
      secrets: ['hunter22'],
    });
    await here.call('run.wait', { run: id, until: 'prompt' });
    const by = here.another();
    const answers = [
      await here.call('run.output', { run: id }, { by }),
      await here.call('pane.screen', { target: paneId, host: here.host }, { by }),
      await here.call('pane.read', { target: paneId, host: here.host }, { by }),
    ];
    const text = JSON.stringify(answers);
    expect(text).toContain('order ****');
    expect(text).toContain('word ****');
    expect(text).not.toMatch(/4711|hunter22/);
  });
});

async function aborted(
  here: OpenOperations,
  name: string,
  input: object,
): Promise<Awaited<ReturnType<OpenOperations['fails']>>> {
  const controller = new AbortController();
  const progress = (): void => void setImmediate(() => controller.abort());
  return here.fails(name, input, { signal: controller.signal, progress });
}
