import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { compiledSource } from '../compiled-source.js';
import { StoreProcess, together } from './store-process.js';

const NOBODY = process.getuid?.() === 0 ? 65534 : (process.getuid?.() ?? 0);
// A small file system of its own, which only the process sees; its folder is the first argument.
const SMALL_DISK = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o size=600k none "$0" && head -c 100000 /dev/zero > "$0/ballast" && exec "$@"',
];

const source = await compiledSource();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  await chmod(join(folder, 'state'), 0o700).catch(() => undefined);
  await rm(folder, { recursive: true });
});

describe('a store that cannot be used', () => {
  it('says so where the folder or the file may not be written', async () => {
    const state = join(folder, 'state');
    const path = join(state, 'muxwright.db');
    const refused = {
      code: 'STORE_UNAVAILABLE',
      message: `The database '${path}' may not be written.`,
      suggestion: expect.stringContaining('MUXWRIGHT_HOME'),
    };
    const attempt = (): Promise<unknown[]> =>
      together([new StoreProcess({ source, path, job: 'insert', asNobody: true })]);

    await mkdir(state);
    await chown(state, NOBODY, NOBODY);
    await chmod(state, 0o500);
    expect(await attempt()).toEqual([refused]);

    await chmod(state, 0o700);
    await openStore({ path }).then((store) => store.close());
    await chown(path, NOBODY, NOBODY);
    await chmod(path, 0o400);
    expect(await attempt()).toEqual([refused]);

    await chmod(path, 0o600);
    expect(await attempt()).toEqual(['r1']);
  });

  it('says so where the disk is full, and works again when there is space', async ({ skip }) => {
    const canMount = promisify(execFile)('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', folder]);
    await canMount.catch(() => skip('this user may not mount a file system'));
    const path = join(folder, 'muxwright.db');
    const prefix = [...SMALL_DISK, folder];
    expect(await together([new StoreProcess({ source, path, job: 'fillDisk', prefix })])).toEqual([
      {
        code: 'STORE_UNAVAILABLE',
        message: `The database '${path}' cannot grow, because the disk is full.`,
        suggestion: expect.stringContaining('Free some space'),
        after: 'after',
      },
    ]);
  });

  it('is loaded only when it is opened, and says what is missing', async () => {
    // Nothing can be found from this folder, neither SQLite nor the query builder.
    await cp(new URL('.', source.index), folder, { recursive: true });
    const script = `
      await import('${folder}/index.js');
      const { openStore } = await import('${folder}/store/open-store.js');
      await openStore({ path: ':memory:' }).catch(({ code, message }) => console.log(code, message));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toMatch(
      /^STORE_UNAVAILABLE .*because (@photostructure\/sqlite|kysely) is not installed\.\n$/,
    );
  });
});
