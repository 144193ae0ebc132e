import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostStream } from '../../../src/hosts/host.js';
import { commandLines, endless, type PodHost, podHost } from './pod-host.js';

// Servers from 1.30 on can end the input of a program, older ones cannot.
describe.each(['v5', 'v4'] as const)('programs of a pod behind an API server that speaks %s', (streams) => {
  let pod: PodHost;
  beforeAll(async () => {
    pod = await podHost(streams);
  });
  afterAll(() => pod[Symbol.asyncDispose]());

  it('run to their end, with output, environment, folder and exit code [K1]', async () => {
    const script = 'echo "$GREETING"; pwd; echo oops >&2; exit 7';
    const options = { env: { GREETING: "it's\ntwo lines" }, cwd: '/tmp' };
    const { code, stdout, stderr } = await pod.host.run(['sh', '-c', script], options);
    expect([code, stdout.toString(), stderr.toString()]).toEqual([7, "it's\ntwo lines\n/tmp\n", 'oops\n']);
  });

  it('get all of their input, and then its end', async () => {
    const input = Buffer.alloc(
      3_000_000,
      Uint8Array.from({ length: 251 }, (_, byte) => byte),
    );
    expect((await pod.host.run(['cat'], { input })).stdout.equals(input)).toBe(true);
    expect((await pod.host.run(['cat'])).stdout.length).toBe(0);
  });

  it('may leave their input unread', async () => {
    const input = Buffer.alloc(1_000_000);
    expect((await pod.host.run(['sh', '-c', 'exit 3'], { input })).code).toBe(3);
  });

  it('have exit codes of signals, too', async () => {
    expect((await pod.host.run(['sh', '-c', 'kill -TERM $$'])).code).toBe(143);
  });

  it.each([
    ['no-such-program', {}, 'PROGRAM_NOT_FOUND'],
    ['/etc/passwd', {}, 'PERMISSION_DENIED'],
    ['true', { cwd: '/no/such' }, 'FILE_NOT_FOUND'],
    [`a${'b'.repeat(200_000)}`, {}, 'COMMAND_TOO_LARGE'],
    ['a\0b', {}, 'INVALID_ARGUMENT'],
  ] as const)('that cannot be started say why: %#', async (program, options, code) => {
    await expect(pod.host.run([program], options)).rejects.toMatchObject({ code });
    if (!('cwd' in options)) await expect(pod.host.open([program])).rejects.toMatchObject({ code });
  });

  it('are ended when their time is up, and when they print too much', async () => {
    const { argv, line } = endless();
    await expect(pod.host.run(argv, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const flood = pod.host.run(['yes', line], { maxOutputBytes: 100_000 });
    await expect(flood).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
    await expect.poll(async () => (await commandLines(pod)).filter((one) => one.includes(line))).toEqual([]);
  });

  it('can be spoken to while they run [K2]', async () => {
    const stream = await pod.host.open(['sh', '-c', 'cat; echo bye >&2; exit 5']);
    const text = reader(stream);
    stream.write('héllo ');
    await text.until('héllo ');
    stream.write(Buffer.from('again'));
    await text.until('again');
    stream.end();
    expect(await stream.closed).toEqual({ code: 5, stderr: 'bye\n', error: undefined });
    expect(text.all()).toBe('héllo again');
  });

  it('get all that was written before the end of their input', async () => {
    const stream = await pod.host.open(['sh', '-c', 'sleep 0.2; wc -c']);
    const text = reader(stream);
    stream.write(Buffer.alloc(400_000));
    stream.end();
    expect(await stream.closed).toMatchObject({ code: 0 });
    expect(text.all().trim()).toBe('400000');
  });

  it('are not forgotten where nobody has listened yet', async () => {
    const stream = await pod.host.open(['sh', '-c', 'echo early; exit 127']);
    const text = reader(stream);
    expect(await stream.closed).toMatchObject({ code: 127, error: undefined });
    expect(text.all()).toBe('early\n');
  });

  it('are held back while their stream is paused', async () => {
    const stream = await pod.host.open(['sh', '-c', 'seq 1000000; echo end']);
    const text = reader(stream);
    await text.until('1000\n');
    stream.pause();
    const seen = text.all().length;
    await pod.host.run(['true']);
    expect(text.all().length).toBe(seen);
    stream.resume();
    await stream.closed;
    expect(text.all().endsWith('\n1000000\nend\n')).toBe(true);
  });

  it('end with their stream, and leave nothing', async () => {
    const { argv, line } = endless();
    const stream = await pod.host.open(argv);
    await stream.close();
    expect(await stream.closed).toMatchObject({ code: 137, error: undefined });
    expect((await commandLines(pod)).filter((one) => one.includes(line))).toEqual([]);
  });

  it('have files like every host', async () => {
    const { files } = pod.host;
    const data = Buffer.alloc(300_000, 'some bytes \0');
    await files.write('/tmp/k/f', data, { makeFolders: true });
    expect((await files.read('/tmp/k/f')).data.equals(data)).toBe(true);
    expect(await files.list('/tmp/k')).toEqual([{ name: 'f', kind: 'file', size: data.length }]);
  });
});

interface Reader {
  all(): string;
  until(end: string): Promise<void>;
}

function reader(stream: HostStream): Reader {
  const chunks: Buffer[] = [];
  let wake = (): void => {};
  const all = (): string => Buffer.concat(chunks).toString();
  stream.onData((chunk) => {
    chunks.push(chunk);
    wake();
  });
  return {
    all,
    async until(end) {
      while (!all().includes(end)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
