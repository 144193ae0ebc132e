import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegularFile, readRegularFile } from '../../../src/model/regular-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-files-'));
  await writeFile(join(folder, 'file'), 'text');
  await symlink('file', join(folder, 'link'));
  await promisify(execFile)('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rm(folder, { recursive: true }));

describe('readRegularFile', () => {
  it('reads a file, also by a link unless that is refused', async () => {
    expect(String(await readRegularFile(join(folder, 'file'), { noFollow: true }))).toBe('text');
    expect(String(await readRegularFile(join(folder, 'link')))).toBe('text');
    await expect(readRegularFile(join(folder, 'link'), { noFollow: true })).rejects.toMatchObject({
      code: 'FILE_REFUSED',
      message: expect.stringContaining('a symbolic link'),
    });
  });

  it('waits for no pipe, and takes no device and no socket', async () => {
    const server = createServer().listen(join(folder, 'socket'));
    await once(server, 'listening');
    for (const path of [join(folder, 'pipe'), join(folder, 'socket'), '/dev/zero', '/dev/tty'])
      await expect(readRegularFile(path)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    const write = { flags: constants.O_WRONLY | constants.O_APPEND };
    await expect(openRegularFile(join(folder, 'pipe'), write)).rejects.toMatchObject({
      code: 'FILE_REFUSED',
    });
    server.close();
  });

  it('says of a folder and of a missing file what the system says', async () => {
    await expect(readRegularFile(folder)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(readRegularFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reads no more than it may', async () => {
    expect(await readRegularFile(join(folder, 'file'), { maxBytes: 4 })).toHaveLength(4);
    await expect(readRegularFile(join(folder, 'file'), { maxBytes: 3 })).rejects.toMatchObject({
      code: 'FILE_REFUSED',
      message: expect.stringContaining('larger than 3 bytes'),
    });
  });
});
