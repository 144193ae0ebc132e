import { describe, expect, it } from 'vitest';
import { TerminalFilter } from './terminal-filter.js';

function filtered(text: string, size = text.length): string {
  const filter = new TerminalFilter();
  const shown: Buffer[] = [];
  for (let at = 0; at < text.length; at += size)
    shown.push(filter.push(Buffer.from(text.slice(at, at + size), 'latin1')));
  return Buffer.concat([...shown, filter.end()]).toString('latin1');
}

describe('TerminalFilter', () => {
  it.each([
    ['\x1b[c', 'what are you'],
    ['\x1b[>0c', 'which version'],
    ['\x1b[>q', 'which name'],
    ['\x1b[6n', 'where is the cursor'],
    ['\x1b[?2026$p', 'is this mode on'],
    ['\x1b]11;?\x07', 'which background'],
    ['\x1b]4;1;?\x1b\\', 'which colour'],
    ['\x1bP+q544e\x1b\\', 'what does terminfo say'],
    ['\x1b[?u', 'which keyboard protocol'],
    ['\x1b[18t', 'which size'],
    ['\x1b[>1u', 'keys told in another way'],
    ['\x1b[>4;2m', 'other keys'],
    ['\x1bka window of tmux\x1b\\', 'a name for tmux'],
  ])('leaves out %j (%s), however it is cut', (query) => {
    for (let size = 1; size <= query.length + 2; size++) expect(filtered(`a${query}b`, size)).toBe('ab');
  });

  it.each([
    '\x1b[31mred\x1b[0m plain\r\n',
    '\x1b[?1049h\x1b[2J\x1b[1;1H\x1b[?25l',
    '\x1b]0;a title\x07\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\',
    '\x1b(0lqk\x1b(B\x1b=\x1b>\x1b7\x1b8\x1bM',
    '\x1b[3 q\x1b[5;20r',
    'gr\xc3\xbcn \xff\x00',
  ])('passes %j byte for byte, however it is cut', (text) => {
    for (let size = 1; size <= text.length; size++) expect(filtered(text, size)).toBe(text);
  });

  it('unwraps what was wrapped for tmux', () => {
    expect(filtered('\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\')).toBe('\x1b]52;c;aGk=\x07');
  });

  it('knows how to leave the terminal as it was', () => {
    const filter = new TerminalFilter();
    filter.push(Buffer.from('\x1b[?1049h\x1b[?1000;1006h\x1b[?25l\x1b[1;31mx\x1b[?1000l'));
    expect(filter.modes.restore()).toBe('\x1b[m\x1b[?1006l\x1b[?1049l\x1b[?25h');
    expect(filter.modes.restore()).toBe('');
  });
});
