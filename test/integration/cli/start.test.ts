import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mux } from './mux.js';

describe('a start of mux', () => {
  it('keeps what was compiled for the next one', async () => {
    const home = await scratchFolder();
    await version({ MUXWRIGHT_HOME: home });
    const first = await inodes(join(home, 'cache'));
    expect(Object.keys(first)).toContainEqual(expect.stringMatching(/^code-v[\d.]+-\w+\/run-\w+\.js$/));
    await version({ MUXWRIGHT_HOME: home });
    // What V8 refuses to take up is written again.
    expect(await inodes(join(home, 'cache'))).toEqual(first);
  });

  it.each<[string, (kept: Buffer) => Buffer | string]>([
    ['is of something else', () => 'broken'],
    // V8 of Node 20 dies of what is wrong behind a right beginning.
    [
      'is damaged in the middle',
      (kept) => Buffer.from(kept).fill(0x5a, kept.length / 2, kept.length / 2 + 64),
    ],
  ])('does not depend on it, also where it %s', async (_, damaged) => {
    const home = await scratchFolder();
    await version({ MUXWRIGHT_HOME: home });
    const paths = Object.keys(await inodes(join(home, 'cache'))).map((name) => join(home, 'cache', name));
    for (const path of paths) await writeFile(path, damaged(await readFile(path)));
    await version({ MUXWRIGHT_HOME: home });
  });

  it.each([
    ['where Node is told to keep nothing', { NODE_DISABLE_COMPILE_CACHE: '1' }, 0],
    ['where there is no folder for it', { MUXWRIGHT_HOME: '/dev/null/nowhere' }, 0],
    ['in the cache folder of the user', {}, 1],
  ])('keeps it %s', async (_, env, folders) => {
    const home = await scratchFolder();
    await version({ MUXWRIGHT_HOME: '', XDG_CACHE_HOME: home, ...env });
    expect(await readdir(home)).toHaveLength(folders);
  });
});

async function version(env: Readonly<Record<string, string>>): Promise<void> {
  expect(await mux(['--version'], env)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  });
}

async function inodes(folder: string): Promise<Record<string, number>> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.js')).sort();
  const entries = files.map(async (name) => [name, (await stat(join(folder, name))).ino] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
