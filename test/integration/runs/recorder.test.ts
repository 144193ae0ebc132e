import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/runs/run-events.js';
import { scriptedProgram } from '../../../src/testing/scripted-program.js';
import { differentTools } from '../tmux/places.js';
import { useRuns } from './open-runs.js';
import { signalRecorder } from './signal-recorder.js';

/** The filter on the host, and this process by a rule that no filter can apply. */
const recorders = [
  ['as a filter', {}],
  ['as this process', { recordHere: true, redactors: [/(?<=z+)y/] }],
] as const;

describe.each(differentTools)('the recorder of a run on $name', (place) => {
  const start = useRuns(place);

  it('stamps each finished line, and has it in the log at once [A34, A35]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, 'echo one; printf two; read x; echo three', {
      interactive: false,
    });
    await run.waitForPrompt();
    const log = async (): Promise<string> => (await runs.host.files.read(run.logPath)).data.toString();
    await expect.poll(log).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} one\n$/);
    await run.send('');
    await run.finished();
    await run.harvest();
    expect((await log()).replaceAll(/^\S+ /gm, '')).toBe('one\ntwo\nthree\n');
  });

  it('gives logs as JSON lines where that is wanted [A73]', async () => {
    await using runs = await start();
    const command = String.raw`printf 'a "quoted" \\ \033[31mred\033[0m ü\n\377\n'`;
    const run = await runs.automation.start(runs.address, command, { interactive: false, logFormat: 'json' });
    await run.finished();
    const { entries, lines } = await run.harvest();
    expect(entries.map(({ text }) => text)).toEqual(['a "quoted" \\ \x1b[31mred\x1b[0m ü', '\ufffd']);
    for (const line of lines) {
      expect(JSON.parse(line)).toEqual({
        time: expect.stringMatching(/^\d{4}-.*[+-]\d{4}$/),
        text: expect.any(String),
      });
    }
  });

  it.each(recorders)(
    'begins new files at the size it is told, and cursors stay true, %s [A38, A59]',
    async (_who, recorder) => {
      await using runs = await start();
      const script = 'i=0; while [ $i -lt 900 ]; do i=$((i+1)); echo "line $i"; done; read x; echo last';
      const run = await runs.automation.start(runs.address, script, {
        ...recorder,
        interactive: false,
        maxLogBytes: 10_000,
        keepLogFiles: 100,
      });
      await run.waitForPrompt();
      const first = await run.harvest(0, { maxBytes: 15_000 });
      await run.send('');
      await run.finished();
      const texts = first.entries.map(({ text }) => text);
      for (let { cursor, hasMore } = { ...first, hasMore: true }; hasMore; ) {
        const next = await run.harvest(cursor, { maxBytes: 15_000 });
        texts.push(...next.entries.map(({ text }) => text));
        ({ cursor, hasMore } = next);
      }
      expect(texts).toEqual([...[...Array(900).keys()].map((i) => `line ${i + 1}`), '', 'last']);
      const files = (await runs.host.files.list(runs.folder)).filter(({ name }) => name.includes('.log'));
      expect(files.length).toBeGreaterThan(2);
      expect(files.every(({ size }) => size <= 10_100)).toBe(true);
    },
  );

  it.each(recorders)(
    'says so where a cursor stands in what was removed, %s [A59]',
    async (_who, recorder) => {
      await using runs = await start();
      const script = 'i=0; while [ $i -lt 900 ]; do i=$((i+1)); echo "line $i"; done';
      const run = await runs.automation.start(runs.address, script, {
        ...recorder,
        interactive: false,
        maxLogBytes: 5_000,
        keepLogFiles: 1,
      });
      await run.finished();
      await expect(run.harvest(0)).rejects.toMatchObject({ code: 'LOG_ROTATED' });
    },
  );

  it.each(recorders)('can be stopped while the command goes on, %s', async (_who, recorder) => {
    await using runs = await start();
    const script = 'echo one; read x; echo two; exit 3';
    const run = await runs.automation.start(runs.address, script, { ...recorder, interactive: false });
    await run.waitForPrompt();
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(1);
    await runs.another().stop(runs.address, '', run.id);
    await run.send('');
    expect(await run.finished()).toMatchObject({ code: 3 });
    expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(['one']);
  });

  it('is restarted when it is killed, alone or with its keeper, and marks the gap', async () => {
    await using runs = await start();
    const program = scriptedProgram([
      { print: 'one\n' },
      { readLine: true },
      { print: 'two\n' },
      // Without an echo in front of it, 'three' is what tmux cannot write.
      { readLine: true, hidden: true },
      { print: 'three\n' },
      { readLine: true },
      { print: 'four\n' },
    ]);
    const run = await runs.automation.start(runs.address, program, { interactive: false });
    const events: RunEvent[] = [];
    const all = (async () => {
      for await (const event of run) events.push(event);
    })();
    await run.waitForPrompt();
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(1);
    expect(await signalRecorder(runs, run.id, 'KILL')).toBeGreaterThanOrEqual(1);
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(2);
    await run.send('');
    await run.waitForText('two');
    await expect.poll(async () => (await run.harvest()).entries.map(({ text }) => text)).toContain('two');
    await run.waitForPrompt();
    expect(await signalRecorder(runs, run.id, 'KILL', { keeper: true })).toBeGreaterThanOrEqual(2);
    // tmux notices when it next has something to write, which is then lost.
    await run.send('');
    await expect.poll(async () => (await run.harvest()).entries.filter(isGap).length).toBe(2);
    await run.waitForPrompt();
    await run.send('');
    expect(await run.finished()).toMatchObject({ code: 0 });
    await all;
    const texts = (await run.harvest()).entries.filter((entry) => !isGap(entry)).map(({ text }) => text);
    expect(texts.filter((text) => text !== '')).toEqual(['one', 'two', 'four']);
    expect(events.filter(({ type }) => type === 'gap').length).toBeGreaterThanOrEqual(1);
    expect(events.at(-1)).toMatchObject({ type: 'exit', code: 0 });
  }, 600_000);
});

function isGap({ text }: { readonly text: string }): boolean {
  return text.startsWith('[muxwright: output is missing');
}
