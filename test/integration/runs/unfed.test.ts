import { rm } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { wrapperLaunch } from '../../../src/runs/wrapper.js';
import { differentTools } from '../tmux/places.js';
import { openRuns, useRuns } from './open-runs.js';

const here = { address: 'local', options: { timeoutMs: 60_000 } } as const;

describe.each(differentTools)('a command whose input nobody opens, on $name', (place) => {
  const start = useRuns(place);

  it.each([
    ['because its starter is gone', 'make the folder'],
    ['because there is no folder for its pipe', 'leave the folder out'],
  ])('is not run, and the wrapper ends, %s', async (_why, folderState) => {
    await using runs = await start();
    const { host, tmux, folder } = runs;
    if (folderState === 'make the folder') await host.script('mkdir -p "$1"', [folder]);
    const { argv, env } = wrapperLaunch({
      id: 'run1',
      folder,
      command: `echo ran >${folder}-ran`,
      shell: '/bin/sh',
      login: false,
      env: {},
      cwd: undefined,
      size: undefined,
      interactive: true,
      held: false,
      pipedInput: true,
      timeoutMs: 0,
      graceMs: 1_000,
      startNonce: 'a'.repeat(32),
      exitNonce: 'b'.repeat(32),
      proof: 'c'.repeat(32),
      recorder: undefined,
      recorderMs: 300,
      heldMs: 300,
    });
    const environment = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${String(value)}`]);
    const [paneId = ''] = await tmux.command(
      'new-window',
      '-d',
      '-P',
      '-F',
      '#{pane_id}',
      ...environment,
      '--',
      ...argv,
    );
    const alive = async (): Promise<boolean> =>
      (await tmux.command('list-panes', '-a', '-F', '#{pane_id} #{pane_dead}')).includes(`${paneId} 0`);
    await expect.poll(alive, { timeout: 60_000 }).toBe(false);
    const left = (
      await host.script('ls -d "$1"-ran "$1"/*; cat "$1/run1.record"', [folder])
    ).stdout.toString();
    expect(left).not.toContain('-ran');
    if (folderState === 'make the folder') expect(left).toMatch(/ 125 0 2 c{32}\n$/);
  });
});

describe('a folder for logs that is gone when the command is launched', () => {
  it('keeps a command that reads from a pipe from being run, and says so', async () => {
    await using runs = await openRuns(here);
    const { tmux, automation, folder, host } = runs;
    await (await automation.start(tmux, 'true', { interactive: false })).finished();
    const request = tmux.request.bind(tmux);
    vi.spyOn(tmux, 'request').mockImplementation(async (commands, options) => {
      if (commands.some(([name]) => name === 'new-window')) await rm(folder, { recursive: true });
      return request(commands, options);
    });
    const run = await automation.start(tmux, `echo ran >${folder}-ran`, {
      interactive: false,
      pipedInput: true,
      login: false,
    });
    const sink = { output: () => {}, gap: () => {} };
    // Its pane may be gone by then.
    await run
      .terminal(sink)
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'COMMAND_NOT_RUN' }));
    const end = { code: 125, notRun: true, confidence: 'certain' };
    expect(await run.finished({ timeoutMs: 60_000 })).toMatchObject(end);
    expect(await (await runs.another().get(tmux, run.id)).status()).toMatchObject(end);
    expect((await host.script('ls -d "$1"-ran', [folder])).code).not.toBe(0);
  });
});
