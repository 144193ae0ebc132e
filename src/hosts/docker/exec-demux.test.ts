import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExecChannel, ExecDemux } from './exec-demux.js';

const frame = fc.record({
  channel: fc.constantFrom<ExecChannel>('stdout', 'stderr'),
  payload: fc.uint8Array({ maxLength: 40 }),
});

describe('ExecDemux', () => {
  it('gives every channel its bytes in order, wherever the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(frame),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        (frames, cuts) => {
          const wire = Buffer.concat(
            frames.map(({ channel, payload }) => encode(channel === 'stdout' ? 1 : 2, payload)),
          );
          const got = demux(cut(wire, cuts));
          for (const channel of ['stdout', 'stderr'] as const) {
            const sent = frames.filter((each) => each.channel === channel).map((each) => each.payload);
            expect(got[channel]).toEqual(Buffer.concat(sent));
          }
        },
      ),
    );
  });

  it('hands on the part of a frame that is there', () => {
    const { stdout } = demux([encode(1, Buffer.from('hello')).subarray(0, 10)]);
    expect(stdout.toString()).toBe('he');
  });

  it('takes a message of the engine itself for stderr', () => {
    expect(demux([encode(3, Buffer.from('oh'))]).stderr.toString()).toBe('oh');
  });

  it('refuses a stream that is not framed', () => {
    expect(() => demux([Buffer.from('HTTP/1.1 200 OK\r\n')])).toThrow(
      expect.objectContaining({ code: 'PROTOCOL_ERROR' }),
    );
  });
});

function encode(channel: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(channel, 0);
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

/** Cuts in pieces of the given sizes, over and over. */
function cut(wire: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < wire.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(wire.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

function demux(chunks: readonly Buffer[]): Record<ExecChannel, Buffer> {
  const got: Record<ExecChannel, Buffer[]> = { stdout: [], stderr: [] };
  const parser = new ExecDemux((channel, bytes) => got[channel].push(bytes));
  for (const chunk of chunks) parser.push(chunk);
  return { stdout: Buffer.concat(got.stdout), stderr: Buffer.concat(got.stderr) };
}
