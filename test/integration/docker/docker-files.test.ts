import { describe, expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { containerHost } from './container-host.js';

describe.each(['glibc', 'busybox'] as const)('files of a %s container', (image) => {
  it('keep every byte', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    const data = Buffer.from(Uint8Array.from({ length: 1024 }, (_, index) => index % 256));
    await files.write('/tmp/bytes', data);
    expect(await files.read('/tmp/bytes')).toEqual({ data, nextOffset: 1024, size: 1024 });
  });

  it('are read from an offset, as far as asked', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    await files.write('/tmp/f', '0123456789');
    const read = async (offset: number, maxBytes?: number) => {
      const slice = await files.read('/tmp/f', { offset, ...(maxBytes !== undefined && { maxBytes }) });
      return [slice.data.toString(), slice.nextOffset, slice.size];
    };
    expect(await read(4)).toEqual(['456789', 10, 10]);
    expect(await read(4, 3)).toEqual(['456', 7, 10]);
    expect(await read(10)).toEqual(['', 10, 10]);
    expect(await read(99)).toEqual(['', 99, 10]);
    expect(await read(0, 0)).toEqual(['', 0, 10]);
  });

  it('may be large, and empty', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    const data = Buffer.alloc(
      20_000_000,
      Uint8Array.from({ length: 253 }, (_, byte) => byte),
    );
    await files.write('/tmp/large', data, { timeoutMs: 60_000 });
    const slice = await files.read('/tmp/large', { timeoutMs: 60_000 });
    expect(slice.data.equals(data)).toBe(true);
    expect((await files.read('/tmp/large', { offset: 19_999_990, timeoutMs: 60_000 })).data).toEqual(
      data.subarray(19_999_990),
    );
    await files.write('/tmp/empty', '');
    expect(await files.read('/tmp/empty')).toEqual({ data: Buffer.alloc(0), nextOffset: 0, size: 0 });
  });

  it('may have odd names', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    const names = [
      ' leading',
      '-n',
      '--',
      '.hidden',
      '..two',
      'a b',
      'a\\101b',
      'a\nb',
      '$HOME',
      '*',
      'é',
      '%s',
      '[x]',
    ];
    for (const name of names) await files.write(`/tmp/odd/${name}`, name, { makeFolders: true });
    const entries = await files.list('/tmp/odd');
    expect(entries.map((entry) => entry.name)).toEqual([...names].sort());
    expect(entries.map((entry) => entry.size)).toEqual(
      [...names].sort().map((name) => Buffer.byteLength(name)),
    );
    for (const name of names) expect((await files.read(`/tmp/odd/${name}`)).data.toString()).toBe(name);
    for (const name of names) await files.remove(`/tmp/odd/${name}`);
    expect(await files.list('/tmp/odd')).toEqual([]);
  });

  it('are listed with their kind', async () => {
    await using docker = await containerHost(image);
    const script =
      'mkdir /tmp/l && cd /tmp/l && mkdir d && ln -s d link && ln -s nowhere gone && mkfifo pipe && echo abc > f';
    await docker.host.run(['sh', '-c', script]);
    expect(await docker.host.files.list('/tmp/l')).toEqual([
      { name: 'd', kind: 'folder', size: 0 },
      { name: 'f', kind: 'file', size: 4 },
      { name: 'gone', kind: 'other', size: 0 },
      { name: 'link', kind: 'other', size: 0 },
      { name: 'pipe', kind: 'other', size: 0 },
    ]);
  });

  it('get the mode that was asked for, and 0600 else', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    await files.write('/tmp/a/b/secret', 'x', { makeFolders: true });
    await files.write('/tmp/a/open', 'x', { mode: 0o644 });
    await files.write('/tmp/a/log', 'x', { mode: 0o640, append: true });
    const { stdout } = await docker.host.run([
      'stat',
      '-c',
      '%a',
      '/tmp/a/b',
      '/tmp/a/b/secret',
      '/tmp/a/open',
      '/tmp/a/log',
    ]);
    expect(stdout.toString().split('\n')).toEqual(['700', '600', '644', '640', '']);
  });

  it('are replaced as a whole, and added to', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    await files.write('/tmp/r/f', 'a longer text', { makeFolders: true });
    await files.write('/tmp/r/f', 'short');
    await files.write('/tmp/r/f', '+more', { append: true });
    await files.write('/tmp/r/new', 'one', { append: true });
    expect((await files.read('/tmp/r/f')).data.toString()).toBe('short+more');
    expect((await files.read('/tmp/r/new')).data.toString()).toBe('one');
    expect((await files.list('/tmp/r')).map((entry) => entry.name)).toEqual(['f', 'new']);
  });

  it('are removed with all that is in them, also when they are not there', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    await files.write('/tmp/x/y/z', '1', { makeFolders: true });
    await files.remove('/tmp/x');
    await files.remove('/tmp/x');
    await expect(files.list('/tmp/x')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('that are not there are said to be so', async () => {
    await using docker = await containerHost(image);
    const { files } = docker.host;
    await expect(files.read('/tmp/none')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(files.write('/tmp/none/f', 'x')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(files.write('/tmp/none/f', 'x', { append: true })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });

  it('are not put into a folder of that name', async () => {
    await using docker = await containerHost(image);
    await docker.host.run(['mkdir', '/tmp/folder']);
    const { files } = docker.host;
    await expect(files.write('/tmp/folder', 'x')).rejects.toMatchObject({ code: 'HOST_IO_FAILED' });
    await expect(files.read('/tmp/folder')).rejects.toMatchObject({ code: 'HOST_IO_FAILED' });
    expect(await files.list('/tmp/folder')).toEqual([]);
  });

  it('of somebody else are refused', async () => {
    await using docker = await containerHost(image);
    const { engine, container, host } = docker;
    await host.files.write('/root/secret', 'x', { makeFolders: true });
    await host.files.write('/tmp/secret', 'x');
    await using dev = await openHost(container.address, {
      docker: { engine, user: 'dev' },
      timeoutMs: 60_000,
    });
    const large = Buffer.alloc(5_000_000);
    await expect(dev.files.read('/tmp/secret')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(dev.files.write('/etc/f', large)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(dev.files.write('/tmp/secret', large, { append: true })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await expect(dev.files.list('/root')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(dev.files.remove('/etc/passwd')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

it('a file is not replaced by a part of what was to be written, and no part stays', async () => {
  await using docker = await containerHost();
  const { files } = docker.host;
  await files.write('/tmp/w/whole', 'old', { makeFolders: true });
  const writing = files.write('/tmp/w/whole', Buffer.alloc(300_000_000), { timeoutMs: 300 });
  await expect(writing).rejects.toMatchObject({ code: 'TIMEOUT' });
  const names = async () => (await files.list('/tmp/w')).map(({ name }) => name);
  await expect.poll(names).toEqual(['whole']);
  expect((await files.read('/tmp/w/whole')).data.toString()).toBe('old');
});
