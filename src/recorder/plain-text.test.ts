import { describe, expect, it } from 'vitest';
import { plainLine } from './plain-text.js';

describe('a plain line', () => {
  it.each([
    ['plain text\twith a tab', 'plain text\twith a tab'],
    ['\x1b[1;31mred\x1b[0m and \x1b[38;5;12mblue\x1b[m', 'red and blue'],
    ['\x1b]0;a title\x07text \x1b]8;;http://x.test\x1b\\link\x1b]8;;\x1b\\', 'text link'],
    ['\x1bP1$r0m\x1b\\a\x1b(Bb\x1b=c\x1b7d\x0f', 'abcd'],
    ['bell\x07 and nul\x00', 'bell and nul'],
    ['10%\r50%\r100%', '100%'],
    ['downloading...\rdone', 'doneloading...'],
    ['downloading...\r\x1b[Kdone', 'done'],
    ['downloading...\x1b[2K\rdone', 'done'],
    ['text\r', 'text'],
    ['abc\b\bX', 'aXc'],
    ['pass\b \b\b \bt', 'pat '],
    ['a\x1b[3Cb', 'a   b'],
    ['abcdef\x1b[3DX', 'abcXef'],
    ['abcdef\x1b[2GX\x1b[K', 'aX'],
    ['abcdef\r\x1b[2P', 'cdef'],
    ['abcdef\r\x1b[2@', '  abcdef'],
    ['abcdef\r\x1b[2X', '  cdef'],
    ['⠋ wörk 😀\r⠙ wörk', '⠙ wörk 😀'],
    ['cut off \x1b[3', 'cut off '],
    ['cut off \x1b', 'cut off '],
  ])('is what a terminal leaves of %j', (raw, expected) => {
    expect(plainLine(raw)).toBe(expected);
  });
});
