import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { canMount, smallDisk } from '../small-disk.js';
import { builtMux } from './built-mux.js';
import { type MuxResult, muxArgv, muxInShell } from './mux.js';
import { scratchMux } from './scratch-mux.js';

const FULL = 'The output cannot be written: no space left on device (ENOSPC).\n';
const ADVICE = 'Free some disk space, or write the output elsewhere.\n';

describe('a stdout that takes nothing', () => {
  it.each([
    'ls',
    'panes',
    'runs',
    'inbox',
    'doctor',
    'hosts',
    'guide',
    'help',
    'help run',
    '--version',
    'completion bash',
    'mcp --list',
    'spawn w -- cat',
    'run --detach -- true',
    'run -- echo hello',
    'serve --port 0',
  ])('makes `mux %s` fail with a sentence', async (words) => {
    await using place = await scratchMux();
    const full = await muxInShell(`"$@" ${words} </dev/null >/dev/full`, place.env);
    expect(full).toEqual({ code: 1, stdout: '', stderr: `mux: ${FULL}${ADVICE}` });
  });

  it('is told as JSON where JSON is asked for, and by the exit code where stderr takes nothing, too', async () => {
    await using place = await scratchMux();
    const { code, stderr } = await muxInShell('"$@" ls --json >/dev/full', place.env);
    expect({ code, told: JSON.parse(stderr) }).toMatchObject({
      code: 1,
      told: { error: { code: 'OUTPUT_UNWRITABLE', message: FULL.trim() } },
    });
    expect(await muxInShell('"$@" ls >/dev/full 2>/dev/full', place.env)).toMatchObject({ code: 1 });
    expect(await muxInShell('"$@" ls 2>/dev/full', place.env)).toMatchObject({ code: 0 });
    expect(await muxInShell('"$@" status nowhere 2>/dev/full', place.env)).toMatchObject({ code: 1 });
  });

  it('ends a command that a reader leaves, quietly', async () => {
    await using place = await scratchMux();
    const left = await muxInShell('"$@" guide | true; exit $PIPESTATUS', place.env);
    expect(left).toEqual({ code: 0, stdout: '', stderr: '' });
    const run = `"$@" run -- 'while echo hello; do sleep 0.01; done' </dev/null | head -1; exit $PIPESTATUS`;
    expect(await muxInShell(run, place.env)).toEqual({ code: 141, stdout: 'hello\n', stderr: '' });
  });

  it('is a terminal that is gone, too', async () => {
    await using place = await scratchMux();
    await using server = await isolatedTmux();
    const files = join(place.folder, 'gone');
    const script = `trap '' HUP; echo ready; while test -t 1; do sleep 0.05; done
"$@" ls 2>'${files}.err'; echo $? >'${files}.new'; mv '${files}.new' '${files}.code'`;
    const session = await server.tmux.ensureSession('gone');
    const environment = Object.entries(place.env).map(([name, value]) => `${name}=${value}`);
    const pane = await session.newWindow({
      command: ['env', ...environment, 'bash', '-c', script, 'bash', ...muxArgv],
    });
    await pane.waitForText('ready');
    await pane.kill();
    const read = (name: string): Promise<string> => readFile(`${files}.${name}`, 'utf8').catch(() => '');
    await expect.poll(() => read('code')).toBe('1\n');
    expect(await read('err')).toMatch(
      /^mux: The output cannot be written: .*\(EIO\)\.\nWrite the output elsewhere\.\n$/,
    );
  });

  it.skipIf(!canMount())('is a disk that takes only the first part', async () => {
    await using place = await scratchMux();
    await using disk = await smallDisk('64k');
    const filled = `head -c 61440 /dev/zero >'${disk.path}/zeros'; "$@" help --all >'${disk.path}/out'`;
    const { code, stderr } = await muxInShell(filled, place.env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ENOSPC') });
  });
});

describe('an error that nobody catches', () => {
  it('is one sentence, and not the source of the bundle', async () => {
    const thrown = await withPlanted('\nprocess.nextTick(()=>{throw new Error("planted")});');
    expect(thrown).toEqual({
      code: 1,
      stdout: expect.any(String),
      stderr:
        'mux: Internal error in muxwright: planted\n' +
        'Run it again with MUXWRIGHT_DEBUG=1 and report the stack trace.\n',
    });
    const rejected = await withPlanted('\nvoid Promise.reject(new Error("planted"));', ['--json']);
    expect(JSON.parse(rejected.stderr)).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
  });

  it('is short also where the code itself is damaged, or missing, or where it is to be seen', async () => {
    const damaged = [
      await withPlanted(';}}} not JavaScript at all'),
      await withPlanted(';}}} not JavaScript at all', [], { MUXWRIGHT_DEBUG: '1' }),
      await withPlanted('\nprocess.nextTick(()=>{throw new Error("planted")});', [], {
        MUXWRIGHT_DEBUG: '1',
      }),
      await withPlanted(undefined),
    ];
    for (const { code, stderr } of damaged) {
      expect(code).toBe(1);
      expect(stderr).toContain('Internal error in muxwright');
      expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(400);
    }
  });
});

/** Runs a copy of `mux` with something at the end of each file of its bundle but the first, or without that one. */
async function withPlanted(
  code: string | undefined,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<MuxResult> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-planted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { main } = await builtMux();
  await cp(dirname(dirname(dirname(main))), folder, { recursive: true, verbatimSymlinks: true });
  const bundle = join(folder, 'dist/cli');
  for (const name of await readdir(bundle)) {
    if (!/^run-.*\.js$/.test(name)) continue;
    const path = join(bundle, name);
    if (code === undefined) await rm(path);
    else await writeFile(path, (await readFile(path, 'utf8')) + code);
  }
  const words = ['--version', ...args].join(' ');
  return muxInShell(`'${process.execPath}' '${bundle}/main.js' ${words}`, {
    ...env,
    MUXWRIGHT_HOME: join(folder, 'state'),
  });
}
