import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';
import { castEvents, inPane, markers, PATIENT_MS, printed, untilFileHas } from './recorded.js';

const program = fileURLToPath(new URL('recorder-process.ts', import.meta.url));

interface Recorder {
  readonly child: ChildProcess;
  readonly id: string;
  readonly path: string;
}

/** A process that records, and can be killed. */
async function recorder(here: OpenOperations, target: string, format: string): Promise<Recorder> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, target, here.host, format], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line', {
    signal: AbortSignal.timeout(PATIENT_MS),
  });
  return { child, ...JSON.parse(line) };
}

async function killed({ child }: Recorder): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it.each(['v2', 'v3'])(
  '%s goes on in the next process when the first is killed, and has nothing twice',
  { timeout: 300_000 },
  async (format) => {
    await using here = await openOperations();
    const pane = await inPane(here, ['sh', '-c', 'stty -echo; while read line; do echo "said $line"; done']);
    const first = await recorder(here, pane.id, format);
    await pane.sendText('one\r');
    await untilFileHas(first.path, 'said one');
    await killed(first);
    // As if it had been killed in the middle of a line.
    await appendFile(first.path, '[9.5, "o", "hal');
    await pane.sendText('two\r');
    await pane.waitForText('said two', { timeoutMs: PATIENT_MS });
    expect(await here.call('recording.list')).toMatchObject({
      recordings: [{ id: first.id, state: 'interrupted' }],
    });
    const recordings = await here.runtime.recordings();
    expect(await recordings.resume()).toEqual({ resumed: 1, away: 0 });
    expect(await recordings.resume()).toEqual({ resumed: 0, away: 0 });
    await pane.sendText('three\r');
    await untilFileHas(first.path, 'said three');
    await here.call('recording.stop', { id: first.id });
    const events = await castEvents(first.path);
    expect(markers(events)).toEqual(['Output is missing here: nobody recorded']);
    const at = events.map((event) => event.at);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    // Once as it was printed, once on the picture behind the gap.
    const text = printed(events);
    expect(text.match(/said one/g)).toHaveLength(2);
    expect(text.match(/said two/g)).toHaveLength(1);
    expect(text.match(/said three/g)).toHaveLength(1);
    expect((await here.call('recording.image', { id: first.id })).text).toBe(
      'said one\nsaid two\nsaid three',
    );
  },
);

it('is closed with the exit of a run that ended when nobody recorded', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  const run = await here.call('run.start', {
    command: 'read x; exit 6',
    host: here.host,
    interactive: false,
  });
  const first = await recorder(here, run.id, 'v3');
  await killed(first);
  await here.call('run.input', { run: run.id, text: '' });
  await here.call('run.wait', { run: run.id, timeoutMs: PATIENT_MS });
  await (await here.runtime.recordings()).resume();
  expect(await here.call('recording.get', { id: first.id })).toMatchObject({ state: 'stopped', exitCode: 6 });
  expect((await castEvents(first.path)).at(-1)).toMatchObject({ type: 'exit', code: 6 });
});

it('is closed, too, where the shell of a run that ended is still there', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  const run = await here.call('run.start', { command: 'read x; exit 6', host: here.host });
  const first = await recorder(here, run.id, 'v3');
  await killed(first);
  await here.call('run.input', { run: run.id, text: '' });
  await here.call('run.wait', { run: run.id, timeoutMs: PATIENT_MS });
  expect(await (await here.runtime.recordings()).resume()).toEqual({ resumed: 0, away: 0 });
  expect(await here.call('recording.get', { id: first.id })).toMatchObject({ state: 'stopped', exitCode: 6 });
  expect((await castEvents(first.path)).at(-1)).toMatchObject({ type: 'exit', code: 6 });
});

it('ends with the exit of a run whose pane goes while its first picture is written', async () => {
  await using here = await openOperations();
  const command = 'read x; exit 7';
  const run = await here.call('run.start', { command, host: here.host, interactive: false });
  const { recordings } = await here.runtime.store();
  const insert = recordings.insert.bind(recordings);
  vi.spyOn(recordings, 'insert').mockImplementation(async (recording) => {
    await here.call('run.input', { run: run.id, text: '' }, { by: here.another() });
    await expect.poll(() => here.tmux.pane(run.paneId).exists()).toBe(false);
    await insert(recording);
  });
  const { id } = await here.call('recording.start', { target: run.id, host: here.host });
  await expect
    .poll(() => here.call('recording.get', { id }))
    .toMatchObject({ state: 'stopped', endReason: 'exited', exitCode: 7 });
});
