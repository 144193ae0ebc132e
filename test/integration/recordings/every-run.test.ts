import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openOperations } from '../operations/open-operations.js';
import { castEvents, markers, printed } from './recorded.js';

it('records every run from its first byte to its exit, where the configuration says so', {
  timeout: 300_000,
}, async () => {
  await using here = await openOperations();
  await mkdir(join(here.folder, 'config', 'muxwright'), { recursive: true });
  await writeFile(
    join(here.folder, 'config', 'muxwright', 'muxwright.yaml'),
    'recordings:\n  every_run: true\n',
  );
  for (let round = 0; round < 8; round++) {
    const runtime = here.another();
    const done = await here.call(
      'run.complete',
      { command: `echo first-${round}; exit ${round}`, host: here.host },
      { by: runtime },
    );
    // What made it is closed at once, as a short command does it: the end is in the file nevertheless.
    await runtime.close();
    const { recordings } = await here.call('recording.list', { run: done.id });
    expect(recordings).toMatchObject([{ state: 'stopped', endReason: 'exited', exitCode: round }]);
    const events = await castEvents(recordings[0].path);
    expect(printed(events)).toContain(`first-${round}\r\n`);
    expect(markers(events)).not.toContainEqual(expect.stringContaining('missing'));
    expect((await readFile(recordings[0].path, 'utf8')).trimEnd().split('\n').at(-1)).toContain(
      `exit ${round}`,
    );
  }
});

it('plays a run that nobody recorded from its log', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  const { id } = await here.call('run.complete', { command: 'echo one; echo two; exit 5', host: here.host });
  const read = await here.call('recording.read', { id });
  expect(read).toMatchObject({ done: true, id: `log-${id}` });
  expect(read.data).toMatch(/"one\\r\\n".*"two\\r\\n".*"exit 5"/s);
  expect(await here.call('recording.get', { id })).toMatchObject({ source: 'log', exitCode: 5, runId: id });
  expect((await here.call('recording.image', { id })).text).toBe('one\ntwo');
  expect((await here.call('recording.list', { run: id })).recordings).toHaveLength(1);
  const goesOn = await here.call('run.start', { command: 'cat', host: here.host });
  expect(await here.fails('recording.read', { id: goesOn.id })).toMatchObject({
    code: 'RECORDING_NOT_FOUND',
  });
});

it('refuses what it cannot do, with a reason', { timeout: 300_000 }, async () => {
  await using here = await openOperations();
  expect(await here.fails('recording.start', { target: 'nobody', host: here.host })).toMatchObject({
    code: 'TARGET_NOT_FOUND',
  });
  expect(await here.fails('recording.start', { target: '%999', host: here.host })).toMatchObject({
    code: 'PANE_NOT_FOUND',
  });
  for (const name of [
    'recording.stop',
    'recording.get',
    'recording.read',
    'recording.image',
    'recording.remove',
  ]) {
    expect(await here.fails(name, { id: 'nothing' })).toMatchObject({ code: 'RECORDING_NOT_FOUND' });
    expect(await here.fails(name, { id: '../../etc/passwd' })).toMatchObject({ code: 'RECORDING_NOT_FOUND' });
  }
  const session = await here.tmux.ensureSession('x');
  const pane = await session.newWindow({ command: ['cat'] });
  const { id, path } = await here.call('recording.start', { target: pane.id, host: here.host });
  expect((await here.call('recording.read', { id, offset: 1e9 })).data).toBe('');
  await pane.kill();
  await (await here.runtime.recordings()).active(id)?.done;
  expect(await here.call('recording.get', { id })).toMatchObject({ endReason: 'pane-gone' });
  expect(await here.call('recording.remove', { id })).toEqual({ id, path, fileRemoved: true });
  expect(await here.fails('recording.get', { id })).toMatchObject({ code: 'RECORDING_NOT_FOUND' });
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
