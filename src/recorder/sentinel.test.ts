import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sentinel, type SentinelPiece, SentinelReader } from './sentinel.js';

const nonces = { startNonce: 'a'.repeat(32), exitNonce: 'b'.repeat(32) };
const start = `\x18\x1b]7770;${nonces.startNonce};start;run1;1700000000\x1b\\`;
const exit = `\x18\x1b]7770;${nonces.exitNonce};exit;3;1700000001\x1b\\`;

describe('SentinelReader', () => {
  it('finds start and end in output that is cut anywhere [A71]', () => {
    const text = `before${start}\x18\x1b]7770;\x18hello\x18\x1b]7770;${'c'.repeat(32)};exit;0;1\x1b\\${exit}after`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (sizes) => {
        const reader = new SentinelReader(nonces);
        const read = pieces(text, sizes).flatMap((piece) => reader.push(Buffer.from(piece, 'latin1')));
        expect(sentinelsIn(read)).toEqual([
          { type: 'start', id: 'run1', epoch: 1_700_000_000 },
          { type: 'exit', code: 3, epoch: 1_700_000_001 },
        ]);
        expect(textIn(read)).toBe(text.replace(start, '').replace(exit, ''));
      }),
    );
  });

  it('takes nothing that only looks like one [A71]', () => {
    const reader = new SentinelReader(nonces);
    const fakes = [
      '__CRAFTASTIC_EXIT 0__\n',
      exit.slice(1),
      exit.replaceAll('b', 'd'),
      exit.replace('exit;3', 'exit;x'),
      `${exit.slice(0, 50)}\n${'x'.repeat(200)}`,
    ];
    const read = fakes.flatMap((fake) => reader.push(Buffer.from(fake, 'latin1')));
    expect(sentinelsIn(read)).toEqual([]);
    expect(textIn(read)).toBe(fakes.join(''));
    expect(sentinelsIn(reader.push(Buffer.from(exit, 'latin1')))).toHaveLength(1);
  });

  it('does not put together what a gap stands between', () => {
    const reader = new SentinelReader(nonces);
    reader.push(Buffer.from(exit.slice(0, 40), 'latin1'));
    expect(reader.reset().toString('latin1')).toBe(exit.slice(0, 40));
    expect(sentinelsIn(reader.push(Buffer.from(exit.slice(40), 'latin1')))).toEqual([]);
  });
});

function sentinelsIn(read: readonly SentinelPiece[]): readonly Sentinel[] {
  return read.filter((piece): piece is Sentinel => !Buffer.isBuffer(piece));
}

function textIn(read: readonly SentinelPiece[]): string {
  return Buffer.concat(read.filter((piece) => Buffer.isBuffer(piece))).toString('latin1');
}

function pieces(text: string, sizes: readonly number[]): string[] {
  const cut: string[] = [];
  for (let at = 0, n = 0; at < text.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    cut.push(text.slice(at, at + size));
    at += size;
  }
  return cut;
}
