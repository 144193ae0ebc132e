import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScreenModel } from './screen-model.js';
import { emptyScreen } from './screen-state.js';

/** As a log is followed. */
const LOG = { newlines: true, skipsAlternate: true };

/** All lines after some output: those that left the screen, and those on it. */
function linesOf(output: string, width = 20, height = 5): string[] {
  const terminal = new ScreenModel(emptyScreen(width, height), LOG);
  const lines: string[] = [];
  terminal.onSettled = (line) => lines.push(line);
  terminal.feed(output);
  expect(terminal.settled).toBe(lines.length);
  return [...lines, ...terminal.liveLines()];
}

describe('a terminal', () => {
  it.each([
    ['lines that scroll away', 'a\nb\nc\nd\ne\nf\ng', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    [
      'colours and titles',
      '\x1b]0;title\x07\x1b[1;31mred\x1b[m\x1b]8;;x\x1b\\link\x1b]8;;\x1b\\',
      ['redlink'],
    ],
    ['a bar', '10%\r50%\r100%\ndone', ['100%', 'done']],
    ['rows written again', 'one\ntwo\n\x1b[2Aneu\x1b[K\nzwei\n', ['neu', 'zwei']],
    ['a line longer than the screen', `${'0123456789'.repeat(5)}\nend`, ['0123456789'.repeat(5), 'end']],
    ['a long line that scrolls away', `${'x'.repeat(250)}\nend`, ['x'.repeat(250), 'end']],
    ['wide characters and marks', '日本\bx\n e\u0301!\r\x1b[1C日', ['日 x', ' 日']],
    ['tabs', 'a\tb\t\x1b[3Dc', ['a       b    c']],
    ['a screen that is cleared', 'a\nb\x1b[H\x1b[2Jc', ['a', 'b', 'c']],
    ['a screen that is cleared from its first cell', 'a\nb\x1b[H\x1b[Jc', ['a', 'b', 'c']],
    ['the end of a screen that is cleared', 'a\nb\nc\x1b[2;1H\x1b[J', ['a']],
    ['letters put in and taken out', 'abc\r\x1b[2@xy\x1b[1Pz', ['xyzc']],
    ['a row put in', 'a\nb\x1b[1;1H\x1b[Lnew', ['new', 'a', 'b']],
    ['a region that scrolls', 'a\nb\nbar\x1b[1;2r\x1b[2;1H\nc\x1b[r', ['a', 'b', 'c', 'bar']],
    ['what is drawn on the alternate screen', 'a\x1b[?1049h\x1b[Hvim\x1b[?1049lb', ['ab']],
    ['a saved cursor', 'ab\x1b7\ncd\x1b8X', ['abX', 'cd']],
  ])('shows %s', (_, output, lines) => {
    expect(linesOf(output)).toEqual(lines);
  });

  it('counts on when its history is cleared', () => {
    const terminal = new ScreenModel(emptyScreen(20, 5), LOG);
    terminal.feed('a\nb\nc\n\x1b[H\x1b[2J\x1b[3Jd');
    expect([terminal.settled, terminal.cleared, terminal.liveLines()]).toEqual([3, 3, ['d']]);
    terminal.feed('\n\x1b[?1049h\x1b[2J\x1b[1S\x1b[?1049l\x1b[1S\x1b[?1049h\x1b[3J');
    expect([terminal.settled, terminal.cleared]).toEqual([4, 4]);
  });

  it('keeps what does not fit any more when it gets smaller', () => {
    const terminal = new ScreenModel(emptyScreen(20, 5), LOG);
    const settled: string[] = [];
    terminal.onSettled = (line) => settled.push(line);
    terminal.feed('a\nb\nc\nd');
    terminal.resize(10, 2);
    terminal.feed('e\nf');
    expect([...settled, ...terminal.liveLines()]).toEqual(['a', 'b', 'c', 'de', 'f']);
  });

  it('is the same whether output is fed at once or in pieces, over states that were kept', () => {
    const piece = fc.constantFrom(
      ...[
        'word',
        '日本',
        '\n',
        '\r',
        '\t',
        '\x1b[A',
        '\x1b[2B',
        '\x1b[H',
        '\x1b[J',
        '\x1b[2J',
        '\x1b[K',
        '\x1b[3;2H',
      ],
      ...[
        '\x1b[L',
        '\x1b[M',
        '\x1b[2P',
        '\x1b[3@',
        '\x1b[2;4r',
        '\x1b[r',
        '\x1b[S',
        '\x1bM',
        '\x1b[?1049h',
        '\x1b[?1049l',
      ],
      ...['0123456789'.repeat(3), '\b', '\x1b7', '\x1b8', '\x1b[3J', '\x1b[31m'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const once = linesOf(pieces.join(''));
        let state = emptyScreen(20, 5);
        const lines: string[] = [];
        for (const output of pieces) {
          const terminal = new ScreenModel(JSON.parse(JSON.stringify(state)), LOG);
          terminal.onSettled = (line) => lines.push(line);
          terminal.feed(output);
          state = terminal.state;
        }
        expect([...lines, ...new ScreenModel(state, LOG).liveLines()]).toEqual(once);
      }),
    );
  });
});
