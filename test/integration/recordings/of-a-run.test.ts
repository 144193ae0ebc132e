import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Recording, type RecordingResult, recordPane } from '../../../src/api/recordings.js';
import { openStore } from '../../../src/api/store.js';
import { TmuxAutomation } from '../../../src/index.js';
import { learnRunSecret } from '../../../src/runs/learned-secrets.js';
import { patience } from '../../patience.js';
import { castEvents, markers, PATIENT_MS, printed, untilFileHas } from './recorded.js';
import { openStudio, type Studio } from './studio.js';

const long = { timeout: 300_000 };
const patient = { timeoutMs: PATIENT_MS };

/** Runs of a studio, whose logs are in its folder. */
function automationOf(
  { folder }: Studio,
  options: Omit<ConstructorParameters<typeof TmuxAutomation>[0], 'config'> = {},
  recorder?: (path: string) => void,
): TmuxAutomation {
  const config = {
    logFolder: join(folder, 'runs'),
    connect: patience,
    ...(recorder && {
      recorder: async () => async (run: Awaited<ReturnType<TmuxAutomation['start']>>) => {
        recorder((await run.record(join(folder, `${run.id}.cast`))).path);
      },
    }),
  };
  return new TmuxAutomation({ store: false, config, ...options });
}

it.each(['v2', 'v3'] as const)('has the questions and the exit of the run, in %s', long, async (format) => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  const command = 'echo begun; printf "Name? "; read name; echo "hello $name"; exit 3';
  const run = await automation.start(here.server.address, command, {
    held: true,
    interactive: false,
    promptDetectors: [/Name\? $/],
  });
  await using recording = await run.record(here.path, { format, ...patient });
  await run.waitForPrompt(patient);
  await run.send('ada');
  await run.finished(patient);
  // Who stops it when the run has ended gets the end.
  const result = await recording.stop();
  expect(result).toMatchObject({ reason: 'exited', exitCode: 3, error: undefined });
  expect(await recording.ended).toBe(result);
  const events = await castEvents(here.path);
  expect(printed(events)).toMatch(/begun\r\nName\? ada\r\nhello ada\r\n$/);
  expect(printed(events)).not.toContain('7770');
  expect(markers(events)).toEqual(['Name?', 'exit 3']);
  expect(events.at(-1)).toMatchObject(format === 'v2' ? { type: 'marker' } : { type: 'exit', code: 3 });
});

it('has all of a run that was held for it, however short it is', long, async () => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  for (let round = 0; round < 10; round++) {
    const path = join(here.folder, `${round}.cast`);
    const command = `echo first-${round}; exit ${round}`;
    const run = await automation.start(here.server.address, command, { held: true, interactive: false });
    const recording = await run.record(path);
    expect(await recording.ended).toMatchObject({ reason: 'exited', exitCode: round });
    const events = await castEvents(path);
    expect(printed(events)).toContain(`first-${round}\r\n`);
    // Nothing of it was there before: it is no part of the first picture.
    expect(printed(events.slice(0, 1))).not.toContain('first');
    // The key that lets it go is none for the command.
    expect(markers(events)).toEqual([`exit ${round}`]);
  }
});

it('records every run of an automation that is told so, from its first byte', long, async () => {
  await using here = await openStudio();
  const paths: string[] = [];
  await using automation = automationOf(here, {}, (path) => paths.push(path));
  const command = 'IFS= read -r line; echo "read <$line> $?"; exit 4';
  for (const held of [false, true]) {
    const run = await automation.start(here.server.address, command, { held, interactive: false });
    if (held) await run.terminal({ output: () => {}, gap: () => {} });
    await run.waitForPrompt(patient);
    await run.send('words');
    expect(await run.finished(patient)).toMatchObject({ code: 4 });
    await untilFileHas(paths.at(-1) ?? '', 'exit 4');
    // One end of input too many would have been read in the place of the words.
    expect(await readFile(paths.at(-1) ?? '', 'utf8')).toContain('read <words> 0');
  }
  expect(paths).toHaveLength(2);
});

it('has the exit where it is stopped before the news of it has come', long, async () => {
  await using here = await openStudio();
  const clients = async (): Promise<number[]> =>
    (await here.tmux.command('list-clients', '-F', '#{client_pid}')).map(Number);
  await using automation = automationOf(here);
  const before = await clients();
  // Its pane stays, so that only the news of the exit can end the recording.
  const run = await automation.start(here.server.address, 'read x; exit 6', { held: true });
  const recording = await run.record(here.path);
  const slow = (await clients()).filter((pid) => !before.includes(pid));
  expect(slow).toHaveLength(2);
  for (const pid of slow) process.kill(pid, 'SIGSTOP');
  let stopped: Promise<RecordingResult>;
  try {
    await here.tmux.pane(run.paneId).sendText('\r');
    while (!existsSync(join(here.folder, 'runs', `${run.id}.exit`))) await new Promise(setImmediate);
    stopped = recording.stop();
  } finally {
    for (const pid of slow) process.kill(pid, 'SIGCONT');
  }
  expect(await stopped).toMatchObject({ reason: 'exited', exitCode: 6 });
});

it('takes no end of input with its terminal where it runs already', long, async () => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  for (const held of [false, true]) {
    const command = 'IFS= read -r line; echo "read <$line> $?"';
    const run = await automation.start(here.server.address, command, { held, interactive: false });
    if (held) await run.record(here.path);
    await run.waitForPrompt(patient);
    await using _terminal = await run.terminal({ output: () => {}, gap: () => {} });
    await run.send('words');
    await run.finished(patient);
    expect((await run.harvest()).lines.at(-1)).toContain('read <words> 0');
  }
});

it('hides what the run hides: its rules, its secrets, and what is sent as one', long, async () => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  const command = `stty -echo; echo "own-7"; printf 'canary-'; read x; printf '4711 and %s\\n' "$x"; read y; echo "then $y"`;
  const run = await automation.start(here.server.address, command, {
    held: true,
    interactive: false,
    redactors: [/canary-\d+/],
    secrets: ['open sesame'],
  });
  await using recording = await run.record(here.path, { redactors: [/own-\d/], input: true });
  await here.tmux.pane(run.paneId).waitForText('canary-', patient);
  await run.send('open sesame');
  await here.tmux.pane(run.paneId).waitForText('4711', patient);
  await run.send('correct-horse', { secret: true });
  await recording.ended;
  const text = await readFile(here.path, 'utf8');
  expect(text).toContain('then ****');
  // While it reads, `canary-` alone is its question, and may be marked as that.
  expect(text).not.toMatch(/canary-\d|4711|sesame|correct|horse|own-7/);
});

it('hides what another process sends as a secret, before it is written', long, async () => {
  await using here = await openStudio();
  const path = join(here.folder, 'muxwright.db');
  await using store = await openStore({ path });
  await using automation = automationOf(here, { store });
  const command = 'stty -echo; read x; echo "got $x"; read y';
  const run = await automation.start(here.server.address, command, { held: true, interactive: false });
  await using recording = await run.record(here.path);
  await using _other = await learned(path, run.id);
  await here.tmux.pane(run.paneId).sendText('battery-staple\r');
  await untilFileHas(here.path, 'got');
  await recording.stop();
  const text = await readFile(here.path, 'utf8');
  expect(text).toContain('got ****');
  expect(text).not.toMatch(/battery|staple/);
});

it('goes on without output where it is full, and ends with the exit', long, async () => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  const command = 'seq 1 2000; exit 5';
  const run = await automation.start(here.server.address, command, { held: true, interactive: false });
  const recording = await run.record(here.path, { maxBytes: 2_000 });
  expect(await recording.ended).toMatchObject({ reason: 'exited', exitCode: 5 });
  expect(markers(await castEvents(here.path))).toEqual([expect.stringContaining('full'), 'exit 5']);
});

it('stops without the run, and is let go of with it', long, async () => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  const run = await automation.start(here.server.address, 'read x; echo "got $x"; read y', { held: true });
  const [first, second] = [join(here.folder, 'first.cast'), join(here.folder, 'second.cast')];
  await using stopped = await run.record(first);
  expect(await stopped.stop()).toMatchObject({ reason: 'stopped', exitCode: undefined });
  const left = await run.record(second);
  await run.send('words');
  await untilFileHas(second, 'got words');
  await run.close();
  expect(await left.ended).toMatchObject({ reason: 'closed', exitCode: undefined });
  expect(await run.end()).toMatchObject({ state: 'finished' });
  await expect(run.record(join(here.folder, 'late.cast'))).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
});

it('keeps a run that was held for it waiting where it cannot begin', long, async () => {
  await using here = await openStudio();
  await using automation = automationOf(here);
  const run = await automation.start(here.server.address, 'echo done', { held: true, interactive: false });
  await using taken: Recording = await recordPane(here.tmux.pane(run.paneId), here.path);
  await expect(run.record(here.path)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  const recording = await run.record(join(here.folder, 'other.cast'));
  expect(await recording.ended).toMatchObject({ reason: 'exited', exitCode: 0 });
  expect(printed(await castEvents(recording.path))).toContain('done');
  expect(await taken.ended).toMatchObject({ reason: 'pane-gone' });
});

/** What another process does when it sends a secret: it is remembered first. */
async function learned(path: string, id: string): Promise<AsyncDisposable> {
  const store = await openStore({ path });
  await learnRunSecret(store, id, 'battery-staple');
  return store;
}
