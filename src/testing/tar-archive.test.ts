import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type TarEntry, tarArchive } from './tar-archive.js';

const long = `${'folder-of-a-long-name/'.repeat(6)}file`;
const entries: TarEntry[] = [
  { path: 'tmp', kind: 'folder', mode: 0o1777 },
  { path: 'tmp/program', kind: 'file', data: Buffer.from('x'.repeat(513)), mode: 0o755 },
  { path: 'tmp/empty', kind: 'file', data: Buffer.alloc(0) },
  { path: 'tmp/link', kind: 'link', target: 'program' },
  { path: long, kind: 'file', data: Buffer.from('deep') },
];

it('writes an archive that tar unpacks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mux-tar-'));
  try {
    await writeFile(join(folder, 'a.tar'), tarArchive(entries));
    await promisify(execFile)('tar', ['-xpf', 'a.tar'], { cwd: folder });
    expect((await readdir(join(folder, 'tmp'))).sort()).toEqual(['empty', 'link', 'program']);
    expect((await stat(join(folder, 'tmp'))).mode & 0o7777).toBe(0o1777);
    expect((await stat(join(folder, 'tmp/program'))).mode & 0o7777).toBe(0o755);
    expect((await readFile(join(folder, 'tmp/program'))).length).toBe(513);
    expect(await readlink(join(folder, 'tmp/link'))).toBe('program');
    expect(await readFile(join(folder, long), 'utf8')).toBe('deep');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('gives equal bytes for equal entries', () => {
  expect(tarArchive(entries)).toEqual(tarArchive(entries));
});

it('refuses a path that does not fit', () => {
  const entry: TarEntry = { path: 'x'.repeat(300), kind: 'folder' };
  expect(() => tarArchive([entry])).toThrow('too long for a tar archive');
});
