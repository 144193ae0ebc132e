import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptFrame } from './script-frame.js';

function marks(frame: ScriptFrame): string {
  return frame.command.match(/[0-9a-f]{32}/)?.[0] ?? '';
}

describe('ScriptFrame', () => {
  it('gives stdout, stderr and exit code, however the bytes are cut', () => {
    const bytes = fc.uint8Array({ maxLength: 80 }).map((data) => Buffer.from(data));
    const code = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(bytes, bytes, code, fc.array(fc.nat(250)), (stdout, stderr, exit, cuts) => {
        const frame = new ScriptFrame('true', [], 1000);
        const mark = marks(frame);
        const all = Buffer.concat([
          Buffer.from(`noise${mark}`),
          stdout,
          Buffer.from(mark),
          stderr,
          Buffer.from(`x${exit}${mark}`),
        ]);
        const ends = [...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length];
        const results = ends.map((end, index) => frame.push(all.subarray(ends[index - 1] ?? 0, end)));
        expect(results.at(-1)).toEqual({ code: exit, stdout, stderr });
        expect(results.slice(0, -1).every((result) => result === undefined)).toBe(true);
      }),
    );
  });

  it('knows whether the script has begun', () => {
    const frame = new ScriptFrame('true', [], 1000);
    frame.push(Buffer.from('something else'));
    expect(frame.started).toBe(false);
    frame.push(Buffer.from(marks(frame)));
    expect(frame.started).toBe(true);
  });

  it('refuses more output than allowed, and NUL characters', () => {
    const frame = new ScriptFrame('true', [], 10);
    frame.push(Buffer.from(`${marks(frame)}0123456789`));
    expect(() => frame.push(Buffer.alloc(100))).toThrow(
      expect.objectContaining({ code: 'OUTPUT_TOO_LARGE' }),
    );
    expect(() => new ScriptFrame('a\0', [], 10)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
    expect(() => new ScriptFrame('a', ['\0'], 10)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });

  it('uses another mark each time', () => {
    expect(marks(new ScriptFrame('true', [], 1))).not.toBe(marks(new ScriptFrame('true', [], 1)));
  });
});
