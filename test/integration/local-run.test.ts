import { describe, expect, it } from 'vitest';
import { openHost } from '../../src/hosts/open-host.js';
import { patience } from '../patience.js';

describe('programs of this machine', () => {
  it('run with input, environment and folder, and give their code', async () => {
    await using host = await openHost('local', patience);
    const script = 'cat; printf "[%s][%s]" "$VALUE" "$PWD"; echo oops >&2; exit 3';
    const result = await host.run(['sh', '-c', script], { input: 'in', env: { VALUE: 'v' }, cwd: '/usr' });
    expect(result.code).toBe(3);
    expect(result.stdout.toString()).toBe('in[v][/usr]');
    expect(result.stderr.toString()).toBe('oops\n');
    expect((await host.run(['sh', '-c', 'kill -9 $$'])).code).toBe(137);
  });

  it.each([
    [['no-such-program'], {}, 'PROGRAM_NOT_FOUND'],
    [['/etc/passwd'], {}, 'PERMISSION_DENIED'],
    [['ls'], { cwd: '/no/such/folder' }, 'FILE_NOT_FOUND'],
    [['echo', 'a\0b'], {}, 'INVALID_ARGUMENT'],
    [[''], {}, 'INVALID_ARGUMENT'],
    [['echo', 'x'.repeat(3_000_000)], {}, 'COMMAND_TOO_LARGE'],
    [['yes'], { maxOutputBytes: 1_000 }, 'OUTPUT_TOO_LARGE'],
    [['sleep', '100'], { timeoutMs: 20 }, 'TIMEOUT'],
    [['sleep', '100'], { signal: AbortSignal.timeout(20) }, 'ABORTED'],
  ])('fail with a code of the catalogue: %j', async (argv, options, code) => {
    await using host = await openHost('local', patience);
    await expect(host.run(argv, options)).rejects.toMatchObject({ code });
  });

  it('are ended with all they started when their time is over', async () => {
    await using host = await openHost('local', patience);
    const mark = `muxwright-test-${process.pid}`;
    const script = `sh -c 'exec -a x sleep 1000 ${mark}' & (exec sleep 987654) & wait`;
    await expect(host.run(['sh', '-c', script, mark], { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    const left = async (): Promise<string> =>
      (await host.run(['sh', '-c', 'ps -A -o args | grep "^sleep 98765[4]" || true'])).stdout.toString();
    await expect.poll(left).toBe('');
  });

  it('read, append, list and remove files', async () => {
    await using host = await openHost('local', patience);
    const folder = `/tmp/muxwright-test-files-${process.pid}`;
    const file = `${folder}/a b.txt`;
    await host.files.write(file, 'hello', { makeFolders: true });
    await host.files.write(file, Buffer.from([0, 255]), { append: true });
    expect(await host.files.read(file, { offset: 3 })).toEqual({
      data: Buffer.from('lo\0\xff', 'latin1'),
      nextOffset: 7,
      size: 7,
    });
    expect(await host.files.read(file, { offset: 99 })).toMatchObject({ data: Buffer.alloc(0), size: 7 });
    expect(await host.files.list(folder)).toEqual([{ name: 'a b.txt', kind: 'file', size: 7 }]);
    await host.files.remove(folder);
    await host.files.remove(folder);
    await expect(host.files.read(file)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(host.files.list(folder)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
