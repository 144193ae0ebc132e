import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openOperations } from '../operations/open-operations.js';
import { castEvents, inPane, PATIENT_MS, printed, typedIn, untilFileHas } from './recorded.js';

it('has no secret in it: on the first screen, in pieces, in colours, typed, or by a rule of the run', {
  timeout: 300_000,
}, async () => {
  await using here = await openOperations();
  const token = `ghp_${'Abc123'.repeat(6)}`;
  // The token is on the screen before, then comes in two pieces with a pause that only a key ends, then in colours.
  const pieces = `printf '${token}\\n'; read a; printf '${token.slice(0, 14)}'; read b; printf '${token.slice(14)}\\n';
    printf '${token.slice(0, 9)}\\033[31m${token.slice(9)}\\033[0m\\n'; read c; echo "again $c"; echo over; cat`;
  const pane = await inPane(here, ['sh', '-c', `stty -echo; ${pieces}`]);
  const target = { target: pane.id, host: here.host };
  await pane.waitForText(token, { timeoutMs: PATIENT_MS });
  const { id, path } = await here.call('recording.start', { ...target, format: 'v3' });
  await pane.sendText('\r');
  await pane.waitForText(token.slice(0, 14), { timeoutMs: PATIENT_MS });
  await pane.sendText('\r');
  await pane.waitForScreen(({ rows }) => rows.filter((row) => row === token).length === 3, {
    timeoutMs: PATIENT_MS,
  });
  // By another process: the one that records has to learn of it before it writes.
  await here.call(
    'pane.send',
    { ...target, text: 'correct-horse-battery', secret: true },
    { by: here.another() },
  );
  await pane.waitForText('over', { timeoutMs: PATIENT_MS });
  await untilFileHas(path, 'over');
  await here.call('recording.stop', { id });
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/Abc123|correct|horse|battery/);
  expect(printed(await castEvents(path))).toContain('again ****');
  const picture = await here.call('recording.image', { id });
  expect(picture.text).not.toMatch(/Abc123|horse/);
});

it('hides what a run was told to hide, and what its recorder is told', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  const run = await here.call('run.start', {
    command: `stty -echo; printf 'canary-'; read x; printf '4711 and %s\\n' "$x"; echo over`,
    host: here.host,
    redact: ['canary-\\d+'],
    secrets: ['open sesame'],
    interactive: false,
  });
  const { id, path } = await here.call('recording.start', { target: run.id });
  await here.tmux.pane(run.paneId).waitForText('canary-', { timeoutMs: PATIENT_MS });
  await here.call('run.input', { run: run.id, text: 'open sesame' });
  await here.call('run.wait', { run: run.id, timeoutMs: PATIENT_MS });
  await (await here.runtime.recordings()).active(id)?.done;
  const text = await readFile(path, 'utf8');
  expect(text).toContain('over');
  expect(text).not.toMatch(/canary|4711|sesame|7770/);
});

it('has what is typed only where asked for, and never at a prompt that hides it', {
  timeout: 300_000,
}, async () => {
  await using here = await openOperations();
  const asks = 'read a; stty -echo; echo password; read b; stty echo; echo name; read c; echo over; cat';
  const pane = await inPane(here, ['sh', '-c', asks]);
  const target = { target: pane.id, host: here.host };
  const quiet = await here.call('recording.start', target);
  const full = await here.call('recording.start', { ...target, input: true });
  await here.call('pane.send', { ...target, text: 'visible-one', via: 'line' });
  await pane.waitForText('password', { timeoutMs: PATIENT_MS });
  await here.call('pane.send', { ...target, text: 'hidden-word', via: 'line' });
  await pane.waitForText('name', { timeoutMs: PATIENT_MS });
  await here.call('pane.send', { ...target, text: 'secret-word', secret: true, via: 'line' });
  await pane.waitForText('over', { timeoutMs: PATIENT_MS });
  for (const { id, path } of [quiet, full]) {
    await untilFileHas(path, 'over');
    await here.call('recording.stop', { id });
    expect(await readFile(path, 'utf8')).not.toMatch(/hidden-word|secret-word/);
  }
  expect(typedIn(await castEvents(full.path))).toBe('visible-one\r');
  expect((await castEvents(quiet.path)).some(({ type }) => type === 'input')).toBe(false);
});
