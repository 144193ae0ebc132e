import { describe, expect, it } from 'vitest';
import { keyBytes } from '../../tmux/key-bytes.js';
import { InputReader, type PersonInput } from './read-input.js';

function read(...chunks: string[]): PersonInput[] {
  const reader = new InputReader();
  return chunks.flatMap((chunk) => reader.read(Buffer.from(chunk)));
}

describe('what the terminal of a person sends', () => {
  it.each([
    ...['Enter', 'Tab', 'BTab', 'BSpace', 'Escape', 'Up', 'Left', 'Home', 'End', 'PageUp', 'DC', 'IC'],
    ...['F1', 'F4', 'F5', 'F12', 'C-a', 'C-d', 'C-Space', 'M-x', 'M-Enter', 'C-Up', 'S-Right', 'C-M-S-F5'],
  ])('is read as the key %s', (key) => {
    expect(read(keyBytes(key))).toEqual([{ kind: 'key', key }]);
  });

  it('is text between keys', () => {
    expect(read('grün 😀\rx')).toEqual([
      { kind: 'text', text: 'grün 😀' },
      { kind: 'key', key: 'Enter' },
      { kind: 'text', text: 'x' },
    ]);
  });

  it('is read whole where it comes in pieces', () => {
    const bytes = Buffer.from('ü\x1b[1;5A');
    const reader = new InputReader();
    expect([...reader.read(bytes.subarray(0, 1)), ...reader.read(bytes.subarray(1, 5))]).toEqual([
      { kind: 'text', text: 'ü' },
    ]);
    expect(reader.read(bytes.subarray(5))).toEqual([{ kind: 'key', key: 'C-Up' }]);
  });

  it('is text where it was pasted, also when that has lines', () => {
    expect(read('\x1b[200~a\x1b[A\nb', '\x1b[201~')).toEqual([{ kind: 'text', text: 'a\x1b[A\nb' }]);
  });

  it('is the mouse, in both forms', () => {
    const at = [9, 4];
    expect(read('\x1b[<0;10;5M\x1b[<0;10;5m').map((one) => one.kind === 'mouse' && one.event)).toEqual([
      { type: 'press', button: 'left', at },
      { type: 'release', button: 'left', at },
    ]);
    expect(read('\x1b[M"*%').map((one) => one.kind === 'mouse' && one.event)).toEqual([
      { type: 'press', button: 'right', at },
    ]);
    expect(read('\x1b[<65;10;5M')).toMatchObject([
      { kind: 'mouse', event: { type: 'wheel', direction: 'down', at } },
    ]);
  });

  it('leaves out reports of the focus, and keeps sequences that are no keys', () => {
    expect(read('\x1b[I\x1b[?62;c')).toEqual([{ kind: 'bytes', bytes: '\x1b[?62;c' }]);
  });
});
