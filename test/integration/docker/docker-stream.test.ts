import { describe, expect, it } from 'vitest';
import type { HostStream } from '../../../src/hosts/host.js';
import { commandLines, containerHost, endless } from './container-host.js';

describe.each(['glibc', 'busybox'] as const)('a stream to a program in a %s container', (image) => {
  it('carries bytes both ways while it is open, and tells the exit code', async () => {
    await using docker = await containerHost(image);
    const stream = await docker.host.open(['sh', '-c', 'cat; echo bye >&2; exit 5']);
    const text = reader(stream);
    stream.write('héllo ');
    expect(await text.until('héllo ')).toBe('héllo ');
    stream.write(Buffer.from('again'));
    expect(await text.until('again')).toBe('héllo again');
    stream.end();
    expect(await stream.closed).toEqual({ code: 5, stderr: 'bye\n', error: undefined });
  });

  it('keeps what the program printed before anybody could listen', async () => {
    await using docker = await containerHost(image);
    const stream = await docker.host.open(['sh', '-c', 'echo early; exit 127']);
    const text = reader(stream);
    expect(await stream.closed).toMatchObject({ code: 127, error: undefined });
    expect(text.all()).toBe('early\n');
  });

  it('is not given for a program that is not there', async () => {
    await using docker = await containerHost(image);
    await expect(docker.host.open(['no-such-program'])).rejects.toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
  });

  it('ends a program that does not go by itself when it is closed', async () => {
    await using docker = await containerHost(image);
    const { argv, line } = endless();
    const stream = await docker.host.open(argv);
    await expect.poll(() => commandLines(docker.container, docker.engine)).toContain(line);
    await stream.close();
    expect(await stream.closed).toMatchObject({ code: 137, error: undefined });
    expect(await commandLines(docker.container, docker.engine)).not.toContain(line);
  });

  it('is closed with its host', async () => {
    await using docker = await containerHost(image);
    const stream = await docker.host.open(['cat']);
    await docker.host.close();
    expect(await stream.closed).toEqual({ code: 0, stderr: '', error: undefined });
  });
});

it('holds the program back while it is paused', async () => {
  await using docker = await containerHost();
  const stream = await docker.host.open(['sh', '-c', 'seq 2000000; echo end']);
  const text = reader(stream);
  await text.until('1000\n');
  stream.pause();
  const seen = text.all().length;
  // A run on the same engine takes long enough for a reader that is not paused to see more.
  await docker.host.run(['true']);
  expect(text.all().length).toBe(seen);
  stream.resume();
  await stream.closed;
  expect(text.all().endsWith('\n2000000\nend\n')).toBe(true);
});

it('tells when more is written than the program takes', async () => {
  await using docker = await containerHost();
  const stream = await docker.host.open(['sh', '-c', 'read -r line; cat > /dev/null; echo done']);
  const text = reader(stream);
  const chunk = Buffer.alloc(1_000_000);
  let told = 0;
  while (stream.write(chunk)) told += 1;
  expect(told).toBeLessThan(20);
  stream.write('\n');
  await stream.drained();
  stream.end();
  expect(await text.until('done\n')).toBe('done\n');
});

it('keeps the last 8 KiB of what the program says on stderr', async () => {
  await using docker = await containerHost();
  const stream = await docker.host.open(['sh', '-c', 'seq 10000 >&2']);
  stream.onData(() => {});
  const { stderr } = await stream.closed;
  expect(stderr.length).toBe(8192);
  expect(stderr.endsWith('\n9999\n10000\n')).toBe(true);
});

it('lets many be open at once', async () => {
  await using docker = await containerHost();
  const streams = await Promise.all(
    Array.from({ length: 12 }, () => docker.host.open(['cat'], { timeoutMs: 60_000 })),
  );
  const texts = streams.map(reader);
  for (const [index, stream] of streams.entries()) stream.write(`stream ${index}\n`);
  await Promise.all(texts.map((text, index) => text.until(`stream ${index}\n`)));
});

interface Reader {
  all(): string;
  /** What has come, once `end` is in it. */
  until(end: string): Promise<string>;
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
      return all();
    },
  };
}
