import { expect, it } from 'vitest';
import { plainOutput, withoutFarewell, withoutReturns, withoutZshMark } from './shell-output.js';

it('undoes exactly what the terminal did to newlines', () => {
  const printed = 'a\nb\r\nc\rd\n\n';
  expect(withoutReturns(Buffer.from(printed.replaceAll('\n', '\r\n'))).toString()).toBe(printed);
  expect(withoutReturns(Buffer.from('\r')).toString()).toBe('\r');
});

it('removes escape sequences of all kinds, and nothing else', () => {
  const text =
    'a\x1b[1;31mb\x1b[0m\x1b]0;title\x07c\x1b]8;;http://x\x1b\\d\x1b(B\x1b=e\x1bPq#0\x1b\\f\x1b[?2004hg [x] ]y';
  expect(plainOutput(Buffer.from(text))).toBe('abcdefg [x] ]y');
});

it('knows what shells say themselves', () => {
  const mark = `\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m${' '.repeat(79)}\r \r`;
  expect(withoutZshMark(Buffer.from(`100%${mark}`)).toString()).toBe('100%');
  expect(withoutZshMark(Buffer.from('100%\r\n')).toString()).toBe('100%\r\n');
  expect(withoutFarewell(Buffer.from('exit\r\nexit\r\n')).toString()).toBe('exit\r\n');
});
