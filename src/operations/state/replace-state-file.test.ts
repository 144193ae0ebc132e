import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceStateFile } from './replace-state-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-state-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('replaceStateFile', () => {
  it('replaces a file, for its owner alone, and removes what an earlier try has left', async () => {
    await writeFile(join(folder, 'token.draft-1'), 'half');
    await replaceStateFile(join(folder, 'token'), 'one\n', 'nothing works');
    await replaceStateFile(join(folder, 'token'), 'two\n', 'nothing works');
    expect(await readdir(folder)).toEqual(['token']);
    expect(await readFile(join(folder, 'token'), 'utf8')).toBe('two\n');
    expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600);
  });

  it('says what cannot be written, and leaves nothing beside it', async () => {
    await mkdir(join(folder, 'token', 'x'), { recursive: true });
    await expect(
      replaceStateFile(join(folder, 'token'), 'x', 'programs cannot sign in'),
    ).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(
        /token' cannot be written \(E\w+\); without the file, programs cannot sign in\.$/,
      ),
    });
    expect(await readdir(folder)).toEqual(['token']);
  });
});
