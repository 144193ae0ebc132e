import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CastDecoder } from './cast-decoder.js';
import { CastEncoder, encodeHeader } from './cast-encoder.js';
import type { CastEvent, CastFormat, CastHeader } from './cast-event.js';
import { openCast } from './cast-file.js';
import { CastWriter } from './cast-writer.js';
import { repairCast } from './repair-cast.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-cast-'));
});
afterEach(() => rm(folder, { recursive: true }));

const size = fc.integer({ min: 1, max: 10_000 });
const change = fc.oneof(
  fc.record({ type: fc.constant('output' as const), data: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('input' as const), data: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('resize' as const), width: size, height: size }),
  fc.record({ type: fc.constant('marker' as const), label: fc.string({ unit: 'binary' }) }),
);
const happened = fc.array(fc.tuple(fc.integer({ min: 0, max: 1e10 }), change), { maxLength: 30 });

describe('asciicast', () => {
  it.each<CastFormat>(['v2', 'v3'])('%s is read as it was written', (format) => {
    fc.assert(
      fc.property(happened, size, size, fc.string({ unit: 'binary' }), (pauses, width, height, title) => {
        const header: CastHeader = { format, width, height, timestamp: 1_700_000_000, title };
        let micros = 0;
        const events = pauses.map(([pause, what]): CastEvent => {
          micros += pause;
          return { at: micros / 1e6, ...what };
        });
        const encoder = new CastEncoder(format);
        const text = encodeHeader(header) + events.map((event) => encoder.encode(event)).join('');
        const decoder = new CastDecoder('x');
        const read = text.split('\n').flatMap((line) => decoder.push(line) ?? []);
        expect(decoder.header).toEqual(header);
        expect(read).toEqual(events);
      }),
    );
  });

  it('has times from the begin in version 2, and from the line before in version 3', () => {
    const events: CastEvent[] = [
      { at: 0.5, type: 'output', data: 'hi\r\n' },
      { at: 2, type: 'resize', width: 100, height: 30 },
      { at: 1, type: 'exit', code: 3 },
    ];
    expect(events.map((event) => v2.encode(event)).join('')).toBe(
      '[0.5,"o","hi\\r\\n"]\n[2,"r","100x30"]\n[2,"m","exit 3"]\n',
    );
    expect(events.map((event) => v3.encode(event)).join('')).toBe(
      '[0.5,"o","hi\\r\\n"]\n[1.5,"r","100x30"]\n[0,"x","3"]\n',
    );
    expect(JSON.parse(encodeHeader({ format: 'v3', width: 80, height: 24 }))).toEqual({
      version: 3,
      term: { cols: 80, rows: 24 },
    });
  });
  const v2 = new CastEncoder('v2');
  const v3 = new CastEncoder('v3');

  it('passes over comments and what a later version may add', () => {
    const decoder = new CastDecoder('x');
    decoder.push('{"version":3,"term":{"cols":1,"rows":1,"theme":{}},"tags":["a"]}');
    expect(decoder.push('# a comment')).toBeUndefined();
    expect(decoder.push('[1,"z","new"]')).toBeUndefined();
    expect(decoder.push('[1,"o","x"]')).toEqual({ at: 2, type: 'output', data: 'x' });
  });

  it.each([
    ['', 'Line 1', 'no JSON'],
    ['hello', 'Line 1', 'no JSON'],
    ['[]', 'Line 1', 'no header'],
    ['{"version":1}', 'Line 1', 'version 1'],
    ['{"version":2,"width":0,"height":5}', 'Line 1', 'no size'],
    ['{"version":3}', 'Line 1', 'no size'],
    ['{"version":2,"width":9,"height":5}\n{}', 'Line 2', 'no event'],
    ['{"version":2,"width":9,"height":5}\n[-1,"o",""]', 'Line 2', 'no event'],
    ['{"version":2,"width":9,"height":5}\n[1,"r","9"]', 'Line 2', 'no size'],
  ])('refuses %j and names the line', (text, line, what) => {
    const decoder = new CastDecoder('demo.cast');
    const read = (): void => text.split('\n').forEach((one) => void decoder.push(one));
    const message = expect.stringContaining(`${line} of 'demo.cast' is ${what}`);
    expect(read).toThrow(expect.objectContaining({ code: 'RECORDING_INVALID', message }));
  });
});

describe('a file', () => {
  const header: CastHeader = { format: 'v3', width: 80, height: 24, timestamp: 1 };

  it('is only for its owner, and is never written over', async () => {
    const path = join(folder, 'new', 'a.cast');
    await (await CastWriter.create(path, header)).close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
    await expect(CastWriter.create(path, header)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  });

  it('can be cut at any byte and be continued', async () => {
    const path = join(folder, 'a.cast');
    const writer = await CastWriter.create(path, header);
    await writer.append([
      { at: 1, type: 'output', data: 'äö' },
      { at: 2.5, type: 'output', data: '日本' },
    ]);
    await writer.close();
    const whole = await readFile(path);
    for (let cut = 0; cut <= whole.length; cut++) {
      await writeFile(path, whole.subarray(0, cut));
      await using again = await CastWriter.resume(path, header);
      await again.append([{ at: 7, type: 'exit', code: 0 }]);
      const { header: first, events } = await openCast(path);
      expect(first).toEqual(header);
      const read = await all(events);
      expect(read.at(-1)).toEqual({ at: 7, type: 'exit', code: 0 });
      const lines = whole.subarray(0, cut).toString('latin1').split('\n').length - 1;
      expect(read).toHaveLength(1 + Math.max(0, lines - 1));
    }
  });

  it('is cut before an invalid line', async () => {
    const path = join(folder, 'a.cast');
    await writeFile(path, `${encodeHeader(header)}[1,"o","a"]\n\0\0\0\n[1,"o","b"]\n`);
    const file = await open(path, 'r+');
    expect(await repairCast(file, path)).toMatchObject({ at: 1 });
    await file.close();
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
  });

  it('says when it is full, and has the exit nevertheless', async () => {
    const path = join(folder, 'a.cast');
    const writer = await CastWriter.create(path, header, { maxBytes: 400 });
    for (let at = 1; at < 100; at++) await writer.append([{ at, type: 'output', data: 'x'.repeat(50) }]);
    await writer.append([{ at: 200, type: 'exit', code: 4 }]);
    await writer.close();
    expect(writer.full).toBe(true);
    const events = await all((await openCast(path)).events);
    expect(events.slice(-2)).toEqual([
      { at: 6, type: 'marker', label: 'The recording is full: output is missing from here on' },
      { at: 200, type: 'exit', code: 4 },
    ]);
    expect((await stat(path)).size).toBeLessThan(600);
  });

  it('that is missing or invalid is told apart', async () => {
    await expect(openCast(join(folder, 'none'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(openCast(folder)).rejects.toMatchObject({ code: 'HOST_IO_FAILED' });
    await writeFile(join(folder, 'empty'), '');
    await expect(openCast(join(folder, 'empty'))).rejects.toMatchObject({ code: 'RECORDING_INVALID' });
  });
});

async function all(events: AsyncIterable<CastEvent>): Promise<CastEvent[]> {
  const read: CastEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}
