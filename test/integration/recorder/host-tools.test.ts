import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { hostTools } from '../../../src/recorder/host-tools.js';
import { TOOLS_SCRIPT } from '../../../src/recorder/host-tools-script.js';
import { patience } from '../../patience.js';
import { containerHost } from '../docker/container-host.js';
import { everyPlace, type OpenPlace } from '../tmux/places.js';

describe.each(everyPlace)('tools on $name', (place) => {
  let opened: OpenPlace;
  let host: Host;
  let scratch: string;
  beforeAll(async () => {
    opened = await place.open();
    host = await openHost(opened.address, opened.options);
    scratch = await sh('mktemp -d');
  });
  afterAll(async () => {
    await host?.files.remove(scratch);
    await host?.close();
    await opened?.[Symbol.asyncDispose]();
  });

  const sh = async (script: string, ...args: string[]) =>
    (await host.script(script, args)).stdout.toString().trim();
  /** The script with another environment; gives what is wrong with the folder, and the folder. */
  const chosen = async (environment: string, given = '') => {
    const { stdout } = await host.script(`${environment}\n${TOOLS_SCRIPT}`, [given]);
    return stdout.toString().split('\0').slice(6, 8);
  };
  const unusable = (message: string) => ({
    code: 'LOG_FOLDER_UNUSABLE',
    message: expect.stringContaining(message),
    suggestion: expect.stringMatching(/\.$/),
  });

  it('are found, with a folder that only we can look into', async () => {
    const folder = `${scratch}/made/with a space`;
    const tools = await hostTools(host, { folder: `${folder}/` });
    const busybox = place.name.includes('busybox');
    expect(tools).toEqual({
      uid: Number(await sh('id -u')),
      system: 'Linux',
      machine: await sh('uname -m'),
      shell: busybox ? '' : expect.stringMatching(/^\/.*\/bash$/),
      filter: busybox
        ? { dialect: 'awk', command: 'busybox awk', flavour: 'busybox' }
        : { dialect: 'perl', command: 'perl' },
      folder,
    });
    expect(await sh('stat -c %a "$1" "$1/.."; ls -A "$1"', folder)).toBe('700\n700');
  });

  it('are looked for once for each folder, also by many at once', async () => {
    const folder = `${scratch}/once`;
    const all = await Promise.all(Array.from({ length: 10 }, () => hostTools(host, { folder })));
    expect(new Set(all).size).toBe(1);
    expect(await hostTools(host, { folder })).toBe(all[0]);
    await host.files.remove(folder);
    expect(await hostTools(host, { folder, refresh: true })).toEqual(all[0]);
    expect(await sh('stat -c %a "$1"', folder)).toBe('700');
  });

  it('are not given to who has cancelled, but to the others', async () => {
    const folder = `${scratch}/cancelled`;
    const abort = new AbortController();
    const one = expect(hostTools(host, { folder, signal: abort.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    const other = hostTools(host, { folder });
    abort.abort();
    await one;
    expect(await other).toMatchObject({ folder });
  });

  it('have a folder of the home that the environment names', async () => {
    const x = `${scratch}/env`;
    await sh('mkdir "$1"', x);
    const none = 'unset MUXWRIGHT_HOME XDG_STATE_HOME HOME';
    expect(await chosen(`MUXWRIGHT_HOME=${x}/a`)).toEqual(['', `${x}/a/runs`]);
    expect(await chosen(`${none}; XDG_STATE_HOME=${x}/b HOME=${x}/c`)).toEqual(['', `${x}/b/muxwright/runs`]);
    expect(await chosen(`${none}; HOME=${x}/c`)).toEqual(['', `${x}/c/.local/state/muxwright/runs`]);
    expect(await chosen('MUXWRIGHT_HOME=relative')).toEqual(['relative', 'relative/runs']);
    // In a container it is nobody else's.
    if (place.name.includes('container')) {
      expect(await chosen(none)).toEqual(['', '/tmp/muxwright-0/runs']);
      expect(await chosen(`${none}; HOME=/proc/nowhere`)).toEqual(['', '/tmp/muxwright-0/runs']);
    }
    expect(await chosen('MUXWRIGHT_HOME=/proc/nowhere')).toEqual(['make', '/proc/nowhere/runs']);
  });

  it('make a folder private that is ours, unless it is shared with others', async () => {
    const [open, shared] = [`${scratch}/open`, `${scratch}/shared`];
    await sh('mkdir "$1" "$2"; chmod 755 "$1"; chmod 1777 "$2"; touch "$2/f"', open, shared);
    await hostTools(host, { folder: open });
    expect(await sh('stat -c %a "$1"', open)).toBe('700');
    await expect(hostTools(host, { folder: shared })).rejects.toMatchObject(unusable('others can read it'));
    expect(await sh('stat -c %a "$1"', shared)).toBe('1777');
  });

  it('find an awk where perl is missing or broken, and say which one it is', async () => {
    const bin = `${scratch}/bin`;
    const link =
      'mkdir -p "$1"; cd "$1"; for p in id ls mkdir chmod cat rm mkfifo uname head; do ln -s "$(command -v $p)" .; done';
    await sh(`${link}; printf '#!/bin/sh\\nexit 2\\n' > perl; chmod 755 perl`, bin);
    const filter = async () => {
      const { stdout } = await host.script(`PATH=${bin}\n${TOOLS_SCRIPT}`, [`${scratch}/awk`]);
      return stdout.toString().split('\0').slice(4, 6);
    };
    // Its shell finds the programs of its own without any path.
    if (place.name.includes('busybox')) {
      expect(await filter()).toEqual(['busybox awk', 'busybox awk']);
      return;
    }
    expect(await filter()).toEqual(['', '']);
    const awk = await sh('cd "$1"; ln -s "$(command -v awk)" awk; readlink -f "$(command -v awk)"', bin);
    expect(await filter()).toEqual(['awk', expect.stringMatching(/mawk|GNU Awk|BusyBox|awk/)]);
    if (!awk.endsWith('mawk')) return;
    await sh('ln -s "$(command -v mawk)" "$1/mawk"', bin);
    expect(await filter()).toEqual(['mawk', expect.stringMatching(/^mawk/)]);
  });

  it('follow a link of our own', async () => {
    await sh('mkdir "$1/target"; ln -s target "$1/link"', scratch);
    expect(await hostTools(host, { folder: `${scratch}/link` })).toMatchObject({ folder: `${scratch}/link` });
    expect(await sh('stat -c %a "$1/target"', scratch)).toBe('700');
  });

  it('say why a folder cannot be used, and find it once it can', async () => {
    await sh('touch "$1/file"; ln -s nowhere "$1/dangling"', scratch);
    const attempt = (folder: string) => hostTools(host, { folder });
    await expect(attempt(`${scratch}/file`)).rejects.toMatchObject(unusable('it is not a folder'));
    await expect(attempt(`${scratch}/file/x`)).rejects.toMatchObject(
      unusable('a part of the path is not a folder'),
    );
    await expect(attempt(`${scratch}/dangling`)).rejects.toMatchObject(unusable('it is not a folder'));
    await expect(attempt('/sys/muxwright')).rejects.toMatchObject({ code: 'LOG_FOLDER_UNUSABLE' });
    await expect(attempt('relative')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await sh('rm "$1/file"', scratch);
    expect(await attempt(`${scratch}/file`)).toMatchObject({ folder: `${scratch}/file` });
  });
});

describe.each(['glibc', 'busybox'] as const)('a folder in a %s container', (image) => {
  it('is refused where it is of somebody else, or cannot be written', async () => {
    await using docker = await containerHost(image);
    const { container, engine, host: root } = docker;
    await using dev = await openHost(container.address, { ...patience, docker: { engine, user: 'dev' } });
    await dev.script('cd /tmp && mkdir theirs && ln -s theirs link && mkdir muxwright-0');
    const refused = async (host: Host, folder: string) =>
      hostTools(host, { folder }).then(String, (error: Error) => error.message.replace(/^.*: /, ''));
    expect(await refused(dev, '/etc/logs')).toBe('this user has no write permission.');
    expect(await refused(dev, '/usr')).toBe('it belongs to another user.');
    expect(await refused(root, '/tmp/theirs')).toBe('it belongs to another user.');
    expect(await refused(root, '/tmp/link')).toBe('it is a link that another user created.');
    expect(await refused(root, '/sys/logs')).toBe('the file system is read-only.');
    expect(await hostTools(dev)).toMatchObject({
      uid: 1000,
      folder: '/home/dev/.local/state/muxwright/runs',
    });
    // Where somebody else has taken the last resort, there is none.
    const { stdout } = await root.script(`unset HOME XDG_STATE_HOME MUXWRIGHT_HOME\n${TOOLS_SCRIPT}`, ['']);
    expect(stdout.toString().split('\0').slice(6, 8)).toEqual(['owner', '/tmp/muxwright-0']);
  });
});
