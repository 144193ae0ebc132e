import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../src/operations/hosts/doctor.js';
import { hasSqlite } from '../../../src/store/sqlite/load-sqlite.js';
import { builtMux } from './built-mux.js';
import { type ScratchMux, scratchMux } from './scratch-mux.js';

// npm leaves an optional package out where it does not exist for the system. From here none can be found.
let folder: string;
let place: ScratchMux;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mux-bare-'));
  const source = dirname(dirname(dirname((await builtMux()).main)));
  await cp(join(source, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  place = await scratchMux();
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

// A newer Node has SQLite itself, and then it is never missing.
describe.skipIf(hasSqlite(process.versions.node))('mux where npm could not install SQLite', () => {
  it.each([['ls'], ['runs'], ['run', '--', 'true'], ['spawn', 'dev', '--', 'cat']])(
    'says what is missing, and how to get it: mux %s',
    async (...args) => {
      const path = join(place.folder, 'state', 'muxwright.db');
      expect(await bareMux(...args)).toEqual({
        code: 1,
        stdout: '',
        stderr: `mux: The database '${path}' cannot be opened, because @photostructure/sqlite is not installed.
Use Node 22.16 or newer, which has SQLite itself, or install muxwright again with its optional packages.
`,
      });
    },
  );

  it('is told so by the doctor', async () => {
    const { code, stdout } = await bareMux('doctor', '--json');
    const { ready, checks } = JSON.parse(stdout) as DoctorReport;
    expect({ code, ready }).toEqual({ code: 1, ready: false });
    expect(checks.find(({ id }) => id === 'store')).toMatchObject({
      status: 'missing',
      detail: expect.stringContaining('@photostructure/sqlite'),
      fix: expect.stringContaining('install muxwright again'),
    });
  });

  it('does what needs no memory', async () => {
    const { code, stdout } = await bareMux('panes');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('main') });
  });
});

function bareMux(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...place.env } };
    const main = join(folder, 'dist/cli/main.js');
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
