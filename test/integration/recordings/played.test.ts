import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';
import { castEvents, inPane, markers, PATIENT_MS, printed } from './recorded.js';

/** Plays a recording by the real asciinema in a pane of the same size, and gives what that shows in the end. */
async function playedScreen(
  here: OpenOperations,
  path: string,
  width: number,
  height: number,
): Promise<string> {
  const session = await here.tmux.ensureSession('player');
  const pane = await session.newWindow({
    command: ['sh', '-c', 'read go; asciinema play -i 0.01 -s 100 "$1"; sleep 600', 'sh', path],
  });
  await here.tmux.command('resize-window', '-t', pane.id, '-x', String(width), '-y', String(height));
  // What it prints last is what tells that it is over: nothing else is certain on a busy machine.
  const done = pane.waitForScreen((screen) => screen.title === 'played', { timeoutMs: PATIENT_MS });
  await pane.sendText('go\r');
  await done;
  return pane.capture({ ansi: true });
}

it('is played by asciinema to the very screen that the pane had', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  const pane = await inPane(here, ['sh']);
  await pane.sendText("PS1='$ '; printf '\\033[1;31mbold\\033[0m 日本 e\\314\\201\\n'\r");
  await pane.waitForText('bold 日本', { timeoutMs: PATIENT_MS });
  const { id, path } = await here.call('recording.start', { target: pane.id, host: here.host });
  await pane.sendText(
    "clear; seq 1 100; printf '\\033[44mblue\\033[0m\\tend\\n'; printf '\\033[3;5Hx\\033[20;1H\\033[7mre\\033[m'\r",
  );
  await pane.waitForText('re', { timeoutMs: PATIENT_MS });
  await pane.sendText("printf '\\033]2;played\\007'\r");
  await pane.waitForScreen(({ title }) => title === 'played', { timeoutMs: PATIENT_MS });
  const shown = await pane.capture({ ansi: true });
  const stopped = await here.call('recording.stop', { id });
  expect(stopped).toMatchObject({ state: 'stopped', endReason: 'stopped', width: 80, height: 24 });
  expect(await playedScreen(here, path, 80, 24)).toBe(shown);
  const { text, image } = await here.call('recording.image', { id, format: 'svg' });
  expect(text).toBe((await here.call('pane.screen', { target: pane.id, host: here.host })).text);
  expect(image.data).toContain('<svg');
});

it('shows vim as it was, another size, and the shell beneath it', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  await writeFile(join(here.folder, 'words'), 'first word\nsecond\n');
  const pane = await inPane(here, ['sh']);
  await pane.sendText(`PS1='$ '; echo before; vim -u NONE -N -n ${here.folder}/words\r`);
  await pane.waitForText('first word', { timeoutMs: PATIENT_MS });
  const { id, path } = await here.call('recording.start', { target: pane.id, host: here.host });
  await here.tmux.command('resize-window', '-t', pane.id, '-x', '100', '-y', '30');
  await pane.waitForScreen(({ width, rows }) => width === 100 && rows.length === 30, {
    timeoutMs: PATIENT_MS,
  });
  await pane.sendText('Onew line\x1b:set title titlestring=edited\r');
  await pane.waitForScreen(({ title }) => title === 'edited', { timeoutMs: PATIENT_MS });
  const inVim = (await pane.screen()).rows;
  await pane.sendText(':set notitle\r:q!\r');
  // vim throws away what is typed while it leaves: the shell has to be there again.
  await pane.waitForScreen(({ alternate, rows }) => !alternate && rows.some((row) => row.trim() === '$'), {
    timeoutMs: PATIENT_MS,
  });
  await pane.sendText("clear; echo after; printf '\\033]2;played\\007'\r");
  await pane.waitForScreen(({ title, rows }) => title === 'played' && rows[0] === 'after', {
    timeoutMs: PATIENT_MS,
  });
  const shown = await pane.capture({ ansi: true });
  await here.call('recording.stop', { id });
  const events = await castEvents(path);
  expect(events.filter(({ type }) => type === 'resize')).toMatchObject([{ width: 100, height: 30 }]);
  expect(await playedScreen(here, path, 100, 30)).toBe(shown);
  // Where the title is whole: it may come in two pieces.
  const vim = events.find((_, i) => printed(events.slice(0, i + 1)).includes(';edited'));
  const picture = await here.call('recording.image', { id, at: vim?.at });
  expect(picture.text.split('\n')[0]).toBe(inVim[0]);
});

it('has all that somebody saw over another connection before it was stopped', {
  timeout: 300_000,
}, async () => {
  await using here = await openOperations();
  const pane = await inPane(here, ['sh', '-c', 'stty -echo; while read -r line; do echo "said $line"; done']);
  await pane.sendText('ready\r');
  await pane.waitForText('said ready', { timeoutMs: PATIENT_MS });
  const lacking: string[] = [];
  for (let i = 0; i < 30; i++) {
    const { id, path } = await here.call('recording.start', { target: pane.id, host: here.host });
    await here.tmux.command('resize-window', '-t', pane.id, '-x', String(80 + (i % 2)), '-y', '30');
    await pane.sendText(`words ${i}.\r`);
    await pane.waitForText(`said words ${i}.`, { timeoutMs: PATIENT_MS });
    await here.call('recording.stop', { id });
    const text = printed(await castEvents(path));
    if (!text.includes(`said words ${i}.`)) lacking.push(text);
  }
  expect(lacking).toEqual([]);
});

it('has the questions and the exit of a run, also of one whose pane ends with it', {
  timeout: 300_000,
}, async () => {
  await using here = await openOperations();
  const started = await here.call('run.start', {
    command: 'printf "Name? "; read name; echo "hello $name"; exit 3',
    host: here.host,
    prompts: ['Name\\? $'],
    interactive: false,
  });
  await here.call('run.wait', { run: started.id, until: 'prompt', timeoutMs: PATIENT_MS });
  const { id, path } = await here.call('recording.start', { target: started.id, format: 'v3' });
  await here.call('run.input', { run: started.id, text: 'ada' });
  await here.call('run.wait', { run: started.id, until: 'finished', timeoutMs: PATIENT_MS });
  await (await here.runtime.recordings()).active(id)?.done;
  const told = await here.call('recording.get', { id });
  expect(told).toMatchObject({ state: 'stopped', endReason: 'exited', exitCode: 3, runId: started.id });
  const events = await castEvents(path);
  expect(printed(events)).toContain('hello ada');
  expect(printed(events)).not.toContain('7770');
  expect(markers(events).at(-1)).toBe('exit 3');
  expect(events.at(-1)).toMatchObject({ type: 'exit', code: 3 });
});
