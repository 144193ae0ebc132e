import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { readLog } from '../../../src/recorder/log-reader.js';
import { differentTools, type OpenPlace } from '../tmux/places.js';

const T = '2025-01-24T10:30:00+0000';

describe.each(differentTools)('logs on $name', (place) => {
  let opened: OpenPlace;
  let host: Host;
  let folder: string;
  beforeAll(async () => {
    opened = await place.open();
    host = await openHost(opened.address, opened.options);
    folder = (await host.script('d=$(mktemp -d); mkdir "$d/a b"; printf %s "$d/a b"')).stdout.toString();
  });
  afterAll(async () => {
    await host?.script('cd -- "$1/.." && rm -rf -- "$PWD"', [folder]);
    await host?.close();
    await opened?.[Symbol.asyncDispose]();
  });

  /** A run of its own, with files of the given content. */
  async function files(contents: Record<string, string | Buffer>): Promise<{ folder: string; id: string }> {
    const id = `r${randomBytes(6).toString('hex')}`;
    for (const [suffix, content] of Object.entries(contents)) {
      await host.files.write(`${folder}/${id}.${suffix}`, content, { timeoutMs: 60_000 });
    }
    return { folder, id };
  }

  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${T} line ${from + index} é漢\n`).join('');

  it.each([
    ['its file says so', { fault: 'ENOSPC' }, 'ENOSPC'],
    ['there was room for a mark only', { marks: 'start 1 0\nfault EDQUOT 29\nexit 0 2 29\n' }, 'EDQUOT'],
    [
      'there was room for nothing in its file',
      { fault: '', marks: 'start 1 0\nfault ENOSPC 29\n' },
      'ENOSPC',
    ],
    ['there was room for nothing at all', { fault: '' }, 'ENOSPC'],
    ['nothing happened', { marks: 'start 1 0\n' }, undefined],
  ])('tell why they are not whole, where %s', async (_where, left, fault) => {
    const run = await files({ log: `${T} one\n`, ...left });
    expect((await readLog(host, run)).fault).toBe(fault);
    expect((await readLog(host, run, { cursor: 29 })).fault).toBe(fault);
  });

  it('are read from the beginning, and on from a cursor', async () => {
    const run = await files({ log: `${T} one\n${T} two\n` });
    const first = await readLog(host, run);
    expect(first).toEqual({
      cursor: 58,
      size: 58,
      hasMore: false,
      finished: false,
      entries: [
        { time: T, text: 'one', line: `${T} one`, end: 29 },
        { time: T, text: 'two', line: `${T} two`, end: 58 },
      ],
    });
    expect(await readLog(host, run, { cursor: 58 })).toMatchObject({
      cursor: 58,
      entries: [],
      hasMore: false,
    });
    await host.files.write(`${run.folder}/${run.id}.log`, `${T} three\n`, { append: true });
    await host.files.write(`${run.folder}/${run.id}.exit`, '143');
    expect(await readLog(host, run, { cursor: 58 })).toMatchObject({
      cursor: 89,
      entries: [{ text: 'three' }],
      hasMore: false,
      finished: true,
      exitCode: 143,
    });
  });

  it('may be empty, and of a run that has finished', async () => {
    const run = await files({ log: '', exit: '0' });
    expect(await readLog(host, run)).toEqual({
      cursor: 0,
      size: 0,
      entries: [],
      hasMore: false,
      finished: true,
      exitCode: 0,
    });
  });

  it('are given in whole lines, as much as asked for', async () => {
    const text = lines(0, 400);
    const run = await files({ log: text });
    expect((await readAll(await files({ log: lines(0, 9) }), 1)).texts).toBe(lines(0, 9));
    for (const maxBytes of [1000, 4095, 4096, 4097, 10_000]) {
      const { texts, slices } = await readAll(run, maxBytes);
      expect(texts).toBe(text);
      for (const slice of slices) {
        expect(slice.bytes <= maxBytes || slice.count === 1).toBe(true);
      }
    }
  });

  it('have lines that are longer than what was asked for', async () => {
    const long = `${T} ${'漢'.repeat(100_000)}`;
    const text = `${T} a\n${long}\n${T} b\n`;
    const run = await files({ log: text });
    for (const maxBytes of [28, 1000, 300_000]) expect((await readAll(run, maxBytes)).texts).toBe(text);
    const { entries, hasMore } = await readLog(host, run, { cursor: 27, maxBytes: 1000 });
    expect([entries.map(({ line }) => line === long), hasMore]).toEqual([[true], true]);
  });

  it('are followed through rotated segments', async () => {
    const parts = [lines(0, 3), lines(3, 40), lines(40, 41), lines(41, 200), lines(200, 210)];
    const contents: Record<string, string> = {};
    let start = 1_000_000;
    for (const part of parts.slice(0, -1)) {
      contents[`log.${start}`] = part;
      start += Buffer.byteLength(part);
    }
    const run = await files({ ...contents, log: parts.at(-1) ?? '' });
    for (const maxBytes of [500, 5000, 1_000_000]) {
      expect((await readAll(run, maxBytes, 1_000_000)).texts).toBe(parts.join(''));
    }
    expect(await readLog(host, run, { cursor: 1_000_000 })).toMatchObject({ hasMore: false });
    await expect(readLog(host, run, { cursor: 999_999 })).rejects.toMatchObject({
      code: 'LOG_ROTATED',
      details: { oldest: 1_000_000 },
    });
  });

  it('whose current file is just being made anew are read up to there', async () => {
    const run = await files({ 'log.9': lines(0, 2), 'log.85': lines(2, 3) });
    const size = 85 + Buffer.byteLength(lines(2, 3));
    expect(await readLog(host, run, { cursor: 9 })).toMatchObject({ cursor: size, size, hasMore: false });
  });

  it('are not read from the middle of a line', async () => {
    const run = await files({ log: `${T} one\n${T} two\n` });
    for (const cursor of [1, 15, 28]) {
      expect(await readLog(host, run, { cursor })).toMatchObject({ cursor: 58, entries: [{ text: 'two' }] });
    }
    expect(await readLog(host, run, { cursor: 40 })).toMatchObject({
      cursor: 58,
      entries: [],
      hasMore: false,
    });
  });

  it('give no line that is not whole', async () => {
    const run = await files({ log: `${T} one\n${T} tw` });
    expect(await readLog(host, run)).toMatchObject({
      cursor: 29,
      entries: [{ text: 'one' }],
      hasMore: false,
    });
    expect(await readLog(host, run, { cursor: 29 })).toMatchObject({
      cursor: 29,
      entries: [],
      hasMore: false,
    });
  });

  it('may be of the JSON form, and hold any bytes', async () => {
    const text = 'tab\t"quotes" \\ \x1b[31mred \u0001';
    const json = await files({ log: `${JSON.stringify({ time: T, text })}\n` });
    expect((await readLog(host, json)).entries).toMatchObject([{ time: T, text }]);
    const data = Buffer.concat([Buffer.from(`${T} `), Buffer.from([0, 255, 13, 7]), Buffer.from('\n')]);
    const raw = await files({ log: data });
    expect((await readLog(host, raw)).entries).toMatchObject([{ text: '\0\ufffd\r\x07', end: data.length }]);
  });

  it('say where a cursor cannot be, and that there is no log', async () => {
    const run = await files({ log: `${T} one\n` });
    await expect(readLog(host, run, { cursor: 30 })).rejects.toMatchObject({
      code: 'CURSOR_OUT_OF_RANGE',
      details: { cursor: 30, size: 29 },
    });
    for (const cursor of [-1, 0.5, Number.NaN]) {
      await expect(readLog(host, run, { cursor })).rejects.toMatchObject({ code: 'CURSOR_OUT_OF_RANGE' });
    }
    await expect(readLog(host, { folder, id: 'none' })).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' });
    await expect(readLog(host, { folder: '/no/such', id: 'none' })).rejects.toMatchObject({
      code: 'LOG_UNAVAILABLE',
    });
    await expect(readLog(host, { folder, id: '../x' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const signal = AbortSignal.abort();
    await expect(readLog(host, run, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('that are rotated all the while give every line once, and in order', async () => {
    const { id } = await files({ log: '' });
    // A writer as the recorder is one: whole lines, a new file every 20 of them, all segments kept.
    const script = `cd "$1" && id=$2 n=0 base=0
while [ $n -lt 1500 ]; do
  exec 5>>$id.log
  part=0 size=0
  while [ $part -lt 20 ]; do
    line="${T} line $n"
    echo "$line" >&5
    size=$((size + \${#line} + 1)) part=$((part+1)) n=$((n+1))
  done
  mv $id.log $id.log.$base
  base=$((base + size))
done
exec 5>>$id.log; printf 0 > $id.exit.tmp; mv $id.exit.tmp $id.exit`;
    const writing = host.run(['sh', '-c', script, 'sh', folder, id], { timeoutMs: 50_000 });
    const texts: string[] = [];
    let cursor = 0;
    for (;;) {
      const slice = await readLog(host, { folder, id }, { cursor, maxBytes: 700, timeoutMs: 60_000 });
      texts.push(...slice.entries.map(({ text }) => text));
      cursor = slice.cursor;
      if (slice.finished && !slice.hasMore) break;
    }
    expect((await writing).code).toBe(0);
    expect(texts).toEqual(Array.from({ length: 1500 }, (_, index) => `line ${index}`));
  });

  async function readAll(run: { folder: string; id: string }, maxBytes: number, from = 0) {
    let cursor = from;
    let texts = '';
    const slices: { bytes: number; count: number }[] = [];
    for (;;) {
      const slice = await readLog(host, run, { cursor, maxBytes });
      texts += slice.entries.map(({ line }) => `${line}\n`).join('');
      slices.push({ bytes: slice.cursor - cursor, count: slice.entries.length });
      cursor = slice.cursor;
      if (!slice.hasMore) return { texts, slices };
    }
  }
});
