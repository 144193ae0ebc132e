import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookEvents } from '../../../src/agents/hooks/hook-event.js';
import { installCodexNotify, uninstallCodexNotify } from '../../../src/agents/hooks/install-codex-notify.js';
import { installHooks, uninstallHooks } from '../../../src/agents/hooks/install-hooks.js';
import { HookFolder, runHook } from './hook-runs.js';

let hooks: HookFolder;
let settings: string;
beforeEach(async () => {
  hooks = await HookFolder.make();
  settings = join(hooks.folder, 'claude', 'settings.json');
  await mkdir(join(hooks.folder, 'claude'));
});
afterEach(() => hooks[Symbol.asyncDispose]());

const clock = (): Date => new Date('2025-01-24T10:30:00Z');
const text =
  '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n  }\n}\n';

describe('installing hooks', () => {
  it('adds them beside what is there, with a copy of the file, and once', async () => {
    await writeFile(settings, text);
    const first = await install();
    expect(first).toMatchObject({
      changed: true,
      warnings: [],
      backup: `${settings}.muxwright-20250124T103000Z.bak`,
    });
    expect(await readFile(first.backup ?? '', 'utf8')).toBe(text);
    const written = await readFile(settings, 'utf8');
    expect(JSON.parse(written).hooks.Stop).toHaveLength(2);
    expect(await install()).toMatchObject({ changed: false, diff: '', backup: undefined });
    expect(await readFile(settings, 'utf8')).toBe(written);
    expect(await readdir(join(hooks.folder, 'claude'))).toHaveLength(2);
  });

  it('only tells what it would do in a dry run', async () => {
    await writeFile(settings, text);
    const { diff, changed, backup } = await installHooks({
      settingsPath: settings,
      folder: join(hooks.folder, 'new'),
      dryRun: true,
    });
    expect({ changed, backup }).toEqual({ changed: true, backup: undefined });
    for (const event of hookEvents) if (event !== 'Stop') expect(diff).toContain(`+    "${event}": [`);
    expect(diff).not.toMatch(/^-\s+"model"/m);
    expect(await readFile(settings, 'utf8')).toBe(text);
    expect(await readdir(hooks.folder)).not.toContain('new');
  });

  it('gives the file back as it was', async () => {
    await writeFile(settings, text);
    await install();
    expect(await uninstallHooks({ settingsPath: settings, clock })).toMatchObject({ changed: true });
    expect(await readFile(settings, 'utf8')).toBe(text);
    expect(await uninstallHooks({ settingsPath: settings })).toMatchObject({ changed: false });
    expect(await uninstallHooks({ settingsPath: join(hooks.folder, 'none.json') })).toMatchObject({
      changed: false,
    });
  });

  it('makes a file where there is none, and its folder', async () => {
    settings = join(hooks.folder, 'deep', 'er', 'settings.json');
    expect(await install()).toMatchObject({ changed: true, backup: undefined });
    expect(Object.keys(JSON.parse(await readFile(settings, 'utf8')).hooks)).toEqual(hookEvents);
  });

  it('follows a link to the file, and keeps its mode', async () => {
    const real = join(hooks.folder, 'dotfiles.json');
    await writeFile(real, text);
    await chmod(real, 0o640);
    await symlink(real, settings);
    expect(await install()).toMatchObject({ path: real, changed: true });
    expect(((await stat(real)).mode & 0o777).toString(8)).toBe('640');
    expect(await readFile(settings, 'utf8')).toBe(await readFile(real, 'utf8'));
  });

  it('keeps a link to a file that is yet to be made, and makes the file', async () => {
    const real = join(hooks.folder, 'dotfiles', 'settings.json');
    const between = join(hooks.folder, 'between.json');
    await symlink('dotfiles/settings.json', between);
    await symlink('../between.json', settings);
    expect(await install()).toMatchObject({ changed: true, path: real });
    expect(await readlink(settings)).toBe('../between.json');
    expect(await readlink(between)).toBe('dotfiles/settings.json');
    expect(JSON.parse(await readFile(real, 'utf8'))).toHaveProperty('hooks.Stop');
  });

  it('leaves a file alone that is broken, and says where', async () => {
    const folder = join(hooks.folder, 'new');
    await writeFile(settings, '{\n  "model": "opus",\n}\n');
    await expect(installHooks({ settingsPath: settings, folder })).rejects.toMatchObject({
      code: 'HOOKS_FILE_INVALID',
      message: expect.stringContaining(`${settings}:3: `),
    });
    await writeFile(settings, Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(installHooks({ settingsPath: settings, folder })).rejects.toMatchObject({
      code: 'HOOKS_FILE_INVALID',
    });
    expect(await readdir(hooks.folder)).not.toContain('new');
    expect(await readdir(join(hooks.folder, 'claude'))).toEqual(['settings.json']);
  });

  it('warns where hooks are switched off', async () => {
    await writeFile(settings, '{"disableAllHooks": true}');
    expect((await install()).warnings).toEqual([expect.stringContaining('disableAllHooks')]);
  });

  it('writes commands that bring an event here, from the process of the agent itself', async () => {
    await install();
    const { command } = JSON.parse(await readFile(settings, 'utf8')).hooks.Stop[0].hooks[0];
    const input = JSON.stringify({ session_id: 's1', hook_event_name: 'Stop' });
    expect(await runHook(['/bin/sh', '-c', command], { input })).toMatchObject({ code: 0, output: '' });
    expect((await hooks.read()).events).toMatchObject([{ event: 'Stop', agentPid: process.pid }]);
  });

  it('writes commands that are quiet when the script is gone', async () => {
    await install();
    const { command } = JSON.parse(await readFile(settings, 'utf8')).hooks.Stop[0].hooks[0];
    const gone = command.replaceAll(hooks.folder, '/nowhere');
    expect(await runHook(['/bin/sh', '-c', gone], { input: 'x' })).toMatchObject({ code: 0, output: '' });
  });
});

describe('installing the notify program of Codex', () => {
  it('adds it, with a copy of the file, and takes it out again', async () => {
    const configPath = join(hooks.folder, 'config.toml');
    const before = 'model = "x"\n\n[tui]\nnotifications = true\n';
    await writeFile(configPath, before);
    const options = { configPath, folder: hooks.folder, clock };
    const { diff } = await installCodexNotify({ ...options, dryRun: true });
    expect(diff).toContain(`+notify = ["${hooks.script}", "codex-notify"]`);
    expect(await readFile(configPath, 'utf8')).toBe(before);
    expect(await installCodexNotify(options)).toMatchObject({
      changed: true,
      backup: expect.stringContaining('.bak'),
    });
    expect(await installCodexNotify(options)).toMatchObject({ changed: false });
    await uninstallCodexNotify(options);
    expect(await readFile(configPath, 'utf8')).toBe(before);
  });

  it('refuses the place of another one, unless that is to be called, too', async () => {
    const configPath = join(hooks.folder, 'config.toml');
    await writeFile(configPath, 'notify = ["say", "done"]\n');
    const options = { configPath, folder: hooks.folder, clock };
    await expect(installCodexNotify(options)).rejects.toMatchObject({ code: 'HOOK_IN_USE' });
    await installCodexNotify({ ...options, chain: true });
    expect(await readFile(configPath, 'utf8')).toContain('"--then", "say", "done"]');
    await uninstallCodexNotify(options);
    expect(await readFile(configPath, 'utf8')).toBe('notify = ["say", "done"]\n');
  });
});

function install(): ReturnType<typeof installHooks> {
  return installHooks({ settingsPath: settings, folder: hooks.folder, clock });
}
