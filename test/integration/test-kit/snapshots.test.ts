import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { builtInMatchers } from '../../../src/test/expect/terminal-matchers.js';
import { launch } from '../../../src/test/launch.js';
import type { ScreenSnapshotOptions } from '../../../src/test/snapshots/match-screen.js';
import type { UpdateMode } from '../../../src/test/snapshots/snapshot-file.js';
import type { Terminal } from '../../../src/test/terminal/terminal.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-screens-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A menu, of which the option is highlighted that is given; below it stands what is different each time. */
const menu = `print() { printf '\\033[2J\\033[HPick one:\\n'
  for n in 1 2; do [ $n = $1 ] && printf '\\033[1;36m> option %s\\033[0m\\n' $n || printf '  option %s\\n' $n; done
  printf 'build %s' "$2"; }
stty -echo; n=1; print 1 $1; while read -r n; do print $n $1; done`;

async function withMenu(build: string, body: (terminal: Terminal) => Promise<void>): Promise<void> {
  await using terminal = await launch(['sh', '-c', menu, 'sh', build], { timeout: 120_000, size: [40, 10] });
  await body(terminal);
}

async function matches(
  terminal: Terminal,
  mode: UpdateMode,
  options: ScreenSnapshotOptions = {},
): Promise<{ pass: boolean; message: string }> {
  const context = {
    isNot: false,
    testPath: join(folder, 'menu.test.ts'),
    currentTestName: 'menu',
    snapshotState: { _updateSnapshot: mode },
  };
  const result = await builtInMatchers.toMatchScreen.call(context, terminal, options);
  return { pass: result.pass, message: result.message() };
}

const file = (): string => join(folder, '__screens__', 'menu.test.ts', 'menu.screen');

describe('toMatchScreen', () => {
  it('writes a file that a person can read, compares it, and tells what differs', async () => {
    await withMenu('1', async (terminal) => {
      expect(await matches(terminal, 'new')).toMatchObject({ pass: true });
      expect(await readFile(file(), 'utf8')).toBe(`muxwright screen 1
size 40x10
cursor 7,3
term tmux-256color
locale C.UTF-8
|Pick one:
|> option 1
^ 0..9 cyan bold
|  option 2
|build 1
`);
      expect(await matches(terminal, 'none', { name: 'menu' })).toMatchObject({ pass: true });
      await terminal.type('2');
      await terminal.press('Enter');
      const moved = await matches(terminal, 'none', { name: 'menu' });
      expect(moved.pass).toBe(false);
      expect(moved.message).toContain('row 1:\n');
      expect(moved.message).toMatch(/- \|> option 1\n +- \^ 0\.\.9 cyan bold\n +\+ \| {2}option 1/);
      expect(moved.message).toContain('nothing can change any more');
    });
  });

  it('does not see what is masked', async () => {
    const options = { mask: [/build \S+/] };
    await withMenu('abc1', async (terminal) => {
      await matches(terminal, 'new', options);
    });
    await withMenu('xyz2', async (terminal) => {
      expect(await matches(terminal, 'none', options)).toMatchObject({ pass: true });
    });
  });

  it('is a failure where the file is missing and may not be written, or was broken', async () => {
    await withMenu('1', async (terminal) => {
      const missing = await matches(terminal, 'none');
      expect(missing).toMatchObject({ pass: false });
      expect(missing.message).toContain('the snapshot is missing: run the test with --update');
      expect(await readdir(folder)).toEqual([]);
      await matches(terminal, 'new', { name: 'menu' });
      await writeFile(file(), (await readFile(file(), 'utf8')).replace('|Pick', 'Pick'));
      const broken = await matches(terminal, 'none', { name: 'menu' }).catch((error: unknown) => error);
      expect(isMuxError(broken, 'SNAPSHOT_INVALID')).toBe(true);
      expect(String(broken)).toContain('line 6 is "Pick one:"');
      expect(await matches(terminal, 'all', { name: 'menu' })).toMatchObject({ pass: true });
      expect(await matches(terminal, 'none', { name: 'menu' })).toMatchObject({ pass: true });
    });
  });

  it('refuses one file for two terminals', async () => {
    await withMenu('1', async (first) => {
      await matches(first, 'new');
      await withMenu('1', async (second) => {
        await expect(matches(second, 'new')).rejects.toThrow('Two terminals use the snapshot');
      });
    });
  });
});
