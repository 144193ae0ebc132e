import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Host, HostStream } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { type ScratchSshd, scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { Witness } from './witness.js';

let sshd: ScratchSshd;
let host: Host;
beforeAll(async () => {
  sshd = await scratchSshd();
  host = await openHost(sshd.address, sshd.options);
});
afterAll(async () => {
  await host?.close();
  await sshd?.[Symbol.asyncDispose]();
});

function collect(stream: HostStream): Buffer[] {
  const chunks: Buffer[] = [];
  stream.onData((chunk) => chunks.push(chunk));
  return chunks;
}

describe('a stream over SSH', () => {
  test('echoes what is written, piece by piece', async () => {
    const stream = await host.open(['cat']);
    let answered: (text: string) => void = () => {};
    stream.onData((chunk) => answered(chunk.toString()));
    for (const word of ['one', 'two', '\0\xff', 'three\n']) {
      const answer = new Promise<string>((resolve) => {
        answered = resolve;
      });
      stream.write(word);
      expect(await answer).toBe(word);
    }
    stream.end();
    expect(await stream.closed).toEqual({ code: 0, stderr: '', error: undefined });
  });

  test('carries 20 MB each way', async () => {
    const stream = await host.open(['cat']);
    const chunks = collect(stream);
    const data = Buffer.alloc(20_000_000, 'abcdefg');
    if (!stream.write(data)) await stream.drained();
    stream.end();
    await stream.closed;
    expect(Buffer.concat(chunks).equals(data)).toBe(true);
  });

  test('gives the first bytes, however early they come', async () => {
    const stream = await host.open(['seq', '100000']);
    const chunks = collect(stream);
    await stream.closed;
    const lines = Buffer.concat(chunks).toString().split('\n');
    expect([lines[0], lines.at(-2), lines.length]).toEqual(['1', '100000', 100_001]);
  });

  test.each([
    ['exit 3', 3],
    ['exit 255', 255],
    ['kill -KILL $$', 137],
  ])('tells how the program ended: %s', async (script, code) => {
    const stream = await host.open(['sh', '-c', `echo last words >&2; ${script}`]);
    collect(stream);
    expect(await stream.closed).toEqual({ code, stderr: 'last words\n', error: undefined });
  });

  test('has the environment that was asked for', async () => {
    const stream = await host.open(['sh', '-c', 'printf %s "$WORD"'], { env: { WORD: "it's\nso" } });
    const chunks = collect(stream);
    await stream.closed;
    expect(Buffer.concat(chunks).toString()).toBe("it's\nso");
  });

  test('does not open for a program that is not there', async () => {
    await expect(host.open(['no-such-program'])).rejects.toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
  });

  test('ends the input of the program when it is closed', async () => {
    await using witness = await Witness.create();
    const stream = await host.open(witness.argv('cat >/dev/null; exit 5'));
    collect(stream);
    await witness.started;
    await stream.close();
    expect(await stream.closed).toMatchObject({ code: 5 });
    await witness.gone;
  });

  test('ends a program that does not go by itself', async () => {
    await using witness = await Witness.create();
    const stream = await host.open(witness.argv('trap "" TERM HUP; sleep 1000'));
    collect(stream);
    await witness.started;
    await stream.close();
    expect(await stream.closed).toEqual({ code: 137, stderr: '', error: undefined });
    await witness.gone;
  });

  test('ends with an error when the link breaks, and the next call connects again', async () => {
    await using witness = await Witness.create();
    const stream = await host.open(witness.argv('cat'));
    collect(stream);
    await witness.started;
    await sshd.drop();
    const end = await stream.closed;
    expect(end).toMatchObject({ code: undefined, error: { code: 'CONNECTION_LOST' } });
    expect((await host.run(['echo', 'back'])).stdout.toString()).toBe('back\n');
    await witness.gone;
  });

  test('can be opened many times at once', async () => {
    const streams = await Promise.all(Array.from({ length: 14 }, () => host.open(['cat'])));
    const chunks = streams.map(collect);
    for (const [index, stream] of streams.entries()) stream.write(`stream ${index}`);
    for (const stream of streams) stream.end();
    await Promise.all(streams.map((stream) => stream.closed));
    expect(chunks.map((list) => Buffer.concat(list).toString())).toEqual(
      streams.map((_, index) => `stream ${index}`),
    );
  });
});
