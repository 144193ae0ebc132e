import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentsDefaults } from './agents-config.js';
import { loadConfig, loadStoreConfig } from './load-config.js';
import { recordingsDefaults } from './recordings-config.js';
import { runsDefaults } from './runs-config.js';
import { serverConfigDefaults } from './server-config.js';
import { storeConfigDefaults } from './store-config.js';
import { workspacePlaceDefaults } from './workspace-place.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-config-'));
  for (const name of ['project', 'xdg/muxwright', 'home/.config/muxwright']) {
    await mkdir(join(folder, name), { recursive: true });
  }
});
afterEach(() => rm(folder, { recursive: true }));

describe('loadConfig', () => {
  it('takes the file of the current folder, else that of XDG, else that of home, else the defaults', async () => {
    const places = { cwd: join(folder, 'project'), home: join(folder, 'home') };
    const environment = { XDG_CONFIG_HOME: join(folder, 'xdg') };
    expect(await loadConfig({ ...places, environment })).toEqual({
      ...agentsDefaults,
      recordings: recordingsDefaults,
      runs: runsDefaults,
      server: serverConfigDefaults,
      store: storeConfigDefaults,
      workspace: workspacePlaceDefaults,
      file: undefined,
    });
    const inHome = await write('home/.config/muxwright/muxwright.yaml', 1);
    expect(await loadConfig({ ...places, environment: {} })).toMatchObject({
      file: inHome,
      textEnterDelayMs: 1,
    });
    expect(await loadConfig({ ...places, environment: { XDG_CONFIG_HOME: 'relative' } })).toMatchObject({
      file: inHome,
    });
    expect(await loadConfig({ ...places, environment })).toMatchObject({ file: undefined });
    const inXdg = await write('xdg/muxwright/muxwright.yaml', 2);
    expect(await loadConfig({ ...places, environment })).toMatchObject({ file: inXdg, textEnterDelayMs: 2 });
    const inProject = await write('project/muxwright.yaml', 3);
    expect(await loadConfig({ ...places, environment })).toMatchObject({
      file: inProject,
      textEnterDelayMs: 3,
    });
  });

  it('takes a given file, and says so if it does not exist', async () => {
    const path = await write('project/other.yaml', 4);
    expect(await loadConfig({ path })).toMatchObject({ file: path, textEnterDelayMs: 4 });
    await expect(loadConfig({ path: join(folder, 'none.yaml') })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('none.yaml'),
    });
    await expect(loadConfig({ path: folder })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('the section store', () => {
  it('counts in the file of the user, and is refused in that of a folder', async () => {
    const places = { cwd: join(folder, 'project'), home: join(folder, 'home'), environment: {} };
    const text = 'store:\n  url: postgres://ann:canary@db/mux\n';
    const own = join(folder, 'home/.config/muxwright/muxwright.yaml');
    await writeFile(own, text);
    expect((await loadConfig(places)).store.url).toBe('postgres://ann:canary@db/mux');
    expect((await loadStoreConfig(own)).url).toBe('postgres://ann:canary@db/mux');
    const found = join(folder, 'project/muxwright.yaml');
    await writeFile(found, text);
    const failure = await loadConfig(places).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `'${found}' has a section 'store', which counts only in your own file.`,
    });
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect((await loadConfig({ ...places, path: found })).store.url).toBe('postgres://ann:canary@db/mux');
    await writeFile(found, 'server:\n  port: 1\n');
    expect(await loadStoreConfig(found)).toEqual(storeConfigDefaults);
  });
});

async function write(name: string, delay: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `tmux_bridge:\n  text_enter_delay_ms: ${delay}\n`);
  return path;
}
