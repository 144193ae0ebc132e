import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('../scripts/check-architecture.mjs', import.meta.url));

/** A house without fault. */
const soundHouse = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "*" } }',
  'node_modules/vitest/package.json': '{ "name": "vitest", "main": "index.js" }',
  'node_modules/vitest/index.js': '',
  'test/planted.ts': 'export const planted = true;',
  'src/index.ts': "export { spawn } from './hosts/index.js';",
  'src/model/index.ts': "export { name } from './name.js';",
  'src/hosts/index.ts': "export { spawn } from './host.js';",
  'src/tmux/index.ts': "export type { Pane } from './pane.js';",
  'src/model/name.ts': "export const name = 'model';",
  'src/model/name.test.ts': "import 'vitest';\nimport './name.js';",
  'src/hosts/host.ts': "export { spawn } from 'node:child_process';\nexport * from '../model/index.js';",
  'src/tmux/pane.ts': "import type { name } from '../model/index.js';\nexport type Pane = typeof name;",
};

/** Every fault has a file of its own, so that one look at the house finds them all. */
const faults = [
  ['another way into a room', 'model-doors', 'src/hosts/window.ts', "export * from '../model/name.js';"],
  ['model importing hosts', 'model-imports', 'src/model/upward.ts', "export * from '../hosts/host.js';"],
  ['hosts importing tmux', 'hosts-imports', 'src/hosts/upward.ts', "import '../tmux/pane.js';"],
  ['a type import', 'model-imports', 'src/model/type.ts', "export type { Pane } from '../tmux/pane.js';"],
  [
    'a dynamic import',
    'model-imports',
    'src/model/late.ts',
    "export const late = import('../tmux/pane.js');",
  ],
  ['an import of the entry point', 'tmux-imports', 'src/tmux/root.ts', "export * from '../index.js';"],
  ['a face reaching past operations', 'cli-imports', 'src/cli/deep.ts', "export * from '../hosts/host.js';"],
  ['a process in model', 'model-system-modules', 'src/model/process.ts', "import 'node:child_process';"],
  ['a module of Node in vt', 'vt-is-pure', 'src/vt/file.ts', "import 'node:fs';"],
  ['a socket in tmux', 'tmux-system-modules', 'src/tmux/socket.ts', "export { connect } from 'net';"],
  ['a server in the entry point', 'entry-point-system-modules', 'src/index.ts', "import 'node:http';"],
  ['an unknown folder', 'unknown-room', 'src/utils/busy.ts', "export * from '../model/name.js';"],
  [
    'an unknown folder in use',
    'unknown-room-imported',
    'src/tmux/user.ts',
    "export * from '../utils/busy.js';",
  ],
  ['an unknown folder nobody uses', 'unknown-room-alone', 'src/helpers/idle.ts', 'export const idle = true;'],
  ['a file beside the entry point', 'unknown-room-alone', 'src/stray.ts', 'export const stray = true;'],
  ['an import from test', 'inside-src', 'src/model/outside.ts', "export * from '../../test/planted.js';"],
  ['a development package', 'no-development-packages', 'src/model/package.ts', "export * from 'vitest';"],
  ['an import of nothing', 'resolvable', 'src/model/lost.ts', "export * from './nowhere.js';"],
  [
    'a value in the dashboard',
    'web-takes-types',
    'web/src/value.ts',
    "export { name } from '../../src/model/name.js';",
  ],
  [
    'the dashboard reaching past operations',
    'web-imports',
    'web/src/deep.ts',
    "export type { Pane } from '../../src/tmux/pane.js';",
  ],
  ['a circle', 'no-circles', 'src/model/egg.ts', "export * from './hen.js';"],
  ['the other half of the circle', 'no-circles', 'src/model/hen.ts', "export * from './egg.js';"],
] as const;

describe('the architecture check', () => {
  it('passes a house whose rooms import only what they may', async () => {
    const folder = await plant(soundHouse);
    onTestFinished(() => remove(folder));
    const { code, output } = await runCheck(folder);
    expect(output).toBe('8 modules keep to the rules of the house.\n');
    expect(code).toBe(0);
  });

  describe('in a house with faults', () => {
    let folder: string;
    let result: { code: unknown; output: string };

    beforeAll(async () => {
      const planted = Object.fromEntries(faults.map(([, , path, text]) => [path, text]));
      folder = await plant({ ...soundHouse, ...planted });
      result = await runCheck(folder);
    });
    afterAll(() => remove(folder));

    it.each(faults)('catches %s', (_what, rule, path) => {
      const found = result.output.split(/\n {2}(?=\S)/).filter((problem) => problem.includes(`${rule}: `));
      expect(found.join('\n')).toContain(path);
    });

    it('fails', () => {
      expect(result.code).toBe(1);
      expect(result.output).toMatch(/The architecture check found \d+ problems\.\n$/);
    });
  });

  it('fails when it saw no modules at all', async () => {
    const folder = await plant({ 'src/model/README.md': '' });
    onTestFinished(() => remove(folder));
    const { code, output } = await runCheck(folder);
    expect(output).toContain('dependency-cruiser saw no modules under src, so nothing was checked.');
    expect(code).toBe(1);
  });

  it('fails when it saw fewer modules than there are files', async () => {
    // A folder that the cruiser leaves out stands for any reason to leave a file out.
    const folder = await plant({ ...soundHouse, 'src/model/node_modules/hidden.ts': 'export {};' });
    onTestFinished(() => remove(folder));
    const { code, output } = await runCheck(folder);
    expect(output).toContain('dependency-cruiser saw 8 of the 9 TypeScript files under src.');
    expect(code).toBe(1);
  });
});

async function plant(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-house-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

function runCheck(folder: string): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, folder], (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: stdout + stderr }),
    );
  });
}
