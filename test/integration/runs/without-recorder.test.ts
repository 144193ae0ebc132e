import { describe, expect, it } from 'vitest';
import { wrapperLaunch } from '../../../src/runs/wrapper.js';
import { differentTools } from '../tmux/places.js';
import { useRuns } from './open-runs.js';

describe.each(differentTools)('a run whose recorder never takes its program, on $name', (place) => {
  const start = useRuns(place);

  it('runs all the same, says that nothing was recorded, and leaves the program nowhere', async () => {
    await using runs = await start();
    const { host, tmux, folder } = runs;
    await host.script('mkdir -p "$1"', [folder]);
    const base = `${folder}/run1`;
    const { argv, env } = wrapperLaunch({
      id: 'run1',
      folder,
      command: `ls -l "${folder}" "/proc/$PPID/fd" >"${folder}/seen"; exit 7`,
      shell: '/bin/sh',
      login: false,
      env: {},
      cwd: undefined,
      size: undefined,
      interactive: false,
      held: false,
      pipedInput: false,
      timeoutMs: 0,
      graceMs: 1_000,
      startNonce: 'a'.repeat(32),
      exitNonce: 'b'.repeat(32),
      proof: 'c'.repeat(32),
      recorder: 'the rules of the recorder',
      recorderMs: 300,
    });
    const environment = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${String(value)}`]);
    await tmux.command('new-window', '-d', ...environment, '--', ...argv);
    const text = async (file: string): Promise<string> =>
      (await host.files.read(file).catch(() => undefined))?.data.toString() ?? '';
    await expect.poll(() => text(`${base}.exit`), { timeout: 30_000 }).toBe('7');
    expect(await text(`${base}.record`)).toMatch(/ 7 0 0 c{32}\n$/);
    expect(await text(`${base}.fault`)).toBe('RECORDER');
    const seen = await text(`${folder}/seen`);
    expect(seen).toContain('run1.record');
    expect(seen).not.toMatch(/run1\.in\b|run1\.go\b.*->| 8 -> /);
  });
});
