import { expect, it } from 'vitest';
import { type Mark, MarkScanner } from './mark-scanner.js';

const nonce = '0123456789abcdef0123456789abcdef';
const mark = (text: string): string => `\x1b]7770;${nonce};${text}\x07`;

it('takes marks out, wherever they are cut', () => {
  const text = `a${mark('C')}out\x1b]7770;other;D\x07put${mark('D;3;/tmp;x')}b`;
  for (let size = 1; size <= text.length; size++) {
    const { output, marks } = scan(text, size);
    expect(output).toBe('aout\x1b]7770;other;D\x07putb');
    expect(marks).toEqual([
      { name: 'C', value: '' },
      { name: 'D', value: '3;/tmp;x' },
    ]);
  }
});

it('gives out at once what cannot be a mark, and what was held back when bytes are missing', () => {
  const seen: string[] = [];
  const scanner = new MarkScanner(nonce, { output: (data) => seen.push(data.toString()), mark: () => {} });
  scanner.feed(Buffer.from('$ '));
  expect(seen).toEqual(['$ ']);
  scanner.feed(Buffer.from('\x1b]77'));
  expect(seen).toEqual(['$ ']);
  scanner.reset();
  expect(seen.join('')).toBe('$ \x1b]77');
});

it('does not wait forever for the end of a mark', () => {
  const text = `\x1b]7770;${nonce};${'x'.repeat(20_000)}`;
  expect(scan(text, text.length).output).toBe('x'.repeat(20_000));
});

function scan(text: string, size: number): { output: string; marks: Mark[] } {
  let output = '';
  const marks: Mark[] = [];
  const scanner = new MarkScanner(nonce, {
    output: (data) => {
      output += data.toString();
    },
    mark: (found) => marks.push(found),
  });
  for (let start = 0; start < text.length; start += size)
    scanner.feed(Buffer.from(text.slice(start, start + size)));
  return { output, marks };
}
