import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyTool, RecorderProcess } from './recorder-process.js';

const STAMP_BYTES = 25;

describe.each(everyTool)('rotation by the recorder in $name', ({ tool }) => {
  it('names a segment by where it begins, so that positions stay true [A59]', async () => {
    await using recorder = await RecorderProcess.start({ tool, maxBytes: 1000, keepSegments: 100 });
    const texts = Array.from({ length: 200 }, (_, i) => `line ${i} ${'.'.repeat((i * 7) % 60)}`);
    for (const text of texts) recorder.write(`${text}\r\n`);
    await recorder.end();
    expect(await recorder.lines()).toEqual(texts);
    const segments = await segmentsOf(recorder);
    expect(segments.length).toBeGreaterThan(5);
    let position = 0;
    for (const { start, data } of segments) {
      expect(start).toBe(position);
      expect(data.length).toBeLessThanOrEqual(1000);
      expect(data.at(-1)).toBe(0x0a);
      position += data.length;
    }
    expect((await recorder.file('log')).length).toBeLessThanOrEqual(1000);
  });

  it('keeps as many segments as asked for, the newest', async () => {
    await using recorder = await RecorderProcess.start({ tool, maxBytes: 500, keepSegments: 2 });
    for (let i = 0; i < 100; i++) recorder.write(`line ${i}\r\n`);
    await recorder.end(recorder.exit(0));
    const segments = await segmentsOf(recorder);
    expect(segments).toHaveLength(2);
    const lines = await recorder.lines();
    expect(lines.at(-1)).toBe('line 99');
    expect(lines).toEqual(lines.map((_, i) => `line ${100 - lines.length + i}`));
    const all = Array.from({ length: 100 }, (_, i) => `line ${i}`.length + STAMP_BYTES + 1);
    const total = all.reduce((sum, size) => sum + size, 0);
    expect(await recorder.marks()).toEqual([`exit 0 1700000009 ${total}`]);
  });

  it('goes on after a restart where it was, and gives a long line a file of its own', async () => {
    await using recorder = await RecorderProcess.start({ tool, maxBytes: 300, keepSegments: 100 });
    await recorder.end('one\r\ntwo\r\n');
    await using again = await RecorderProcess.start({ ...recorder.settings, tool });
    const long = 'x'.repeat(1000);
    await again.end(`${long}\r\nthree\r\n`);
    expect(await again.lines()).toEqual(['one', 'two', long, 'three']);
    const segments = await segmentsOf(again);
    const short = 2 * (STAMP_BYTES + 4);
    expect(segments.map(({ start }) => start)).toEqual([0, short]);
    expect(segments[1]?.data).toHaveLength(STAMP_BYTES + 1001);
  });
});

async function segmentsOf(recorder: RecorderProcess): Promise<{ start: number; data: Buffer }[]> {
  const names = (await readdir(recorder.folder)).filter((name) => name.startsWith('run1.log.'));
  const segments = await Promise.all(
    names.map(async (name) => ({
      start: Number(name.slice('run1.log.'.length)),
      data: await readFile(join(recorder.folder, name)),
    })),
  );
  return segments.sort((a, b) => a.start - b.start);
}
