import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PictureFilter } from './picture-filter.js';

function filtered(text: string, size = text.length): string {
  const filter = new PictureFilter();
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return shown;
}

describe('PictureFilter', () => {
  it.each([
    ['\x1b]52;c;aGk=\x07', 'the clipboard'],
    ['\x1b]52;c;aGk=\x1b\\', 'the clipboard, ended by ST'],
    ['\x1b]0;a title\x07', 'a title'],
    ['\x1b]8;;https://evil.test\x1b\\', 'a link'],
    ['\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\', 'the clipboard through tmux'],
    ['\x1bP$qm\x1b\\', 'a question'],
    ['\x1b_Ga=T;AAAA\x1b\\', 'a picture'],
    ['\x1b^private\x1b\\', 'a private message'],
    ['\x1bXstring\x1b\\', 'a string'],
    ['\x1bkname\x1b\\', 'a name of a window'],
    ['\x1b[6n', 'where the cursor is'],
    ['\x1b[c', 'what the terminal is'],
    ['\x1b[21t', 'the title as input'],
    ['\x1b[?1000h', 'reports of the mouse'],
    ['\x1b[?2004h', 'pastes in brackets'],
    ['\x1b[>1u', 'other keys'],
    ['\x1bc', 'a reset'],
    ['\x1b[!p', 'a soft reset'],
    ['\x1b[5i', 'a printer'],
    ['\x1b[0;1;2"p', 'another level'],
    ['\x1b[?25;1000h', 'a mode among others'],
    ['\x05', 'a word back'],
    ['\x9d52;c;aGk=\x9c', 'the clipboard in eight bits'],
    ['\x1b]never ends', 'a string that does not end'],
  ])('drops %j (%s), however it is cut', (sequence) => {
    const after = sequence.endsWith('ends') ? '' : 'b';
    for (let size = 1; size <= sequence.length + 2; size++)
      expect(filtered(`a${sequence}${after}`, size)).toBe(`a${after}`);
  });

  it.each([
    '\x1b[1;38:2::1:2:3mred\x1b[0m plain\r\n\tüñ😀',
    '\x1b[?1049h\x1b[2J\x1b[1;1H\x1b[?25l\x1b[K\x1b[3P\x1b[2L\x1b[4X\x1b[5@',
    '\x1b(0lqk\x1b(B\x1b7\x1b8\x1bM\x1b[2;5r\x1b[3d\x1b[4G\x1b[?7l',
  ])('passes %j, however it is cut', (text) => {
    for (let size = 1; size <= text.length; size++) expect(filtered(text, size)).toBe(text);
  });

  it('leaves nothing that is more than drawing, whatever comes', () => {
    const piece = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      'P',
      '52;c;',
      '?',
      '1000',
      'h',
      'm',
      '\x07',
      '\\',
      'x',
      '\x18',
      '31',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const shown = filtered(pieces.join(''));
        expect(shown).not.toMatch(/\x1b[\]P^_X]|\x1b\[\?1000h/);
        expect(filtered(shown)).toBe(shown);
      }),
    );
  });
});
