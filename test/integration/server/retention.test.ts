import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/create-server.js';
import { openOperations } from '../operations/open-operations.js';
import { openServer } from './open-server.js';

/** Files that are of use only while a command runs: those of its pipes, and of an end that is not yet told. */
const PASSING = /\.(?:in|go|ack|stdin|jobs|exit\.new)$/;

describe('a server', () => {
  it('leaves no pipe and no unfinished exit file of a run whose pane was killed', async () => {
    await using open = await openServer();
    const { host, tmux } = open.here;
    const { paneId, logPath } = await open.call('run.start', { host, command: 'echo ready; cat' });
    await tmux.pane(paneId).waitForText('ready');
    expect(await passing(logPath)).not.toEqual([]);
    await tmux.pane(paneId).kill();
    await expect.poll(() => passing(logPath)).toEqual([]);
    // The log is what a person wants of it.
    expect(await readdir(dirname(logPath))).toContainEqual(expect.stringMatching(/\.log$/));
  });

  it('removes what runs left that were killed while no server was there', async () => {
    await using here = await openOperations();
    const { host, tmux } = here;
    const before = here.another();
    const { paneId, logPath } = await here.call(
      'run.start',
      { host, command: 'echo ready; cat' },
      { by: before },
    );
    await tmux.pane(paneId).waitForText('ready');
    await before.close();
    await tmux.pane(paneId).kill();
    expect(await passing(logPath)).not.toEqual([]);
    await using _server = await createServer({ runtime: here.runtime, port: 0 });
    await expect.poll(() => passing(logPath)).toEqual([]);
    expect(await here.call('run.list')).toMatchObject({ runs: [{ state: 'lost' }] });
  });

  it('keeps as many ended runs as its configuration says, and windows that died', async () => {
    await using open = await openServer();
    const { here } = open;
    const first = await open.call('run.start', { host: here.host, command: 'read x', interactive: false });
    const pane = here.tmux.pane(first.paneId);
    await here.tmux.command('set-option', '-p', '-t', pane.id, 'remain-on-exit', 'on');
    await open.call('run.wait', { run: first.id, until: 'prompt' });
    await open.call('run.input', { run: first.id, text: 'y' });
    await open.call('run.wait', { run: first.id });
    await expect.poll(async () => (await pane.info()).dead).toBe(true);
    const ids: string[] = [first.id];
    for (const word of ['two', 'three']) {
      const { id, paneId } = await open.call('run.start', { host: here.host, command: `echo ${word}` });
      await open.call('run.wait', { run: id });
      // A run that still has its pane is not counted, and the next look is in an hour.
      await expect
        .poll(() => here.tmux.command('list-panes', '-a', '-F', '#{pane_id}'))
        .not.toContain(paneId);
      ids.unshift(id);
    }
    const listed = async (): Promise<string[]> =>
      (await open.call('run.list')).runs.map(({ id }: { id: string }) => id);
    expect(await listed()).toEqual(ids);
    const folder = join(here.folder, 'config', 'muxwright');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'muxwright.yaml'), 'runs:\n  max_runs: 1\n');
    expect(await open.server.reload()).toMatchObject({ applied: ['runs.maxRuns'] });
    await expect.poll(listed).toEqual(ids.slice(0, 1));
    expect(await pane.info()).toMatchObject({ dead: true });
  });
});

async function passing(logPath: string): Promise<string[]> {
  return (await readdir(dirname(logPath))).filter((name) => PASSING.test(name));
}
