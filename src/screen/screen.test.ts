import { describe, expect, it } from 'vitest';
import { joinWrapped } from './join-wrapped.js';
import { cursorLine, matchesText, type Screen, screenText } from './screen.js';

describe('joinWrapped', () => {
  it('finds which rows make up a wrapped line', () => {
    expect(joinWrapped(['abcd', 'ef  ', 'next', ''], ['abcdef  ', 'next', ''])).toEqual({
      lines: ['abcdef', 'next', ''],
      lineOfRow: [0, 0, 1, 2],
    });
  });

  it('keeps rows apart that only look as if they were wrapped', () => {
    expect(joinWrapped(['ab', 'ab', 'abab'], ['ab', 'ab', 'abab']).lineOfRow).toEqual([0, 1, 2]);
  });

  it('joins a row that ends in spaces', () => {
    expect(joinWrapped(['ab  ', '  cd'], ['ab    cd'])).toEqual({ lines: ['ab    cd'], lineOfRow: [0, 0] });
  });

  it('gives the rows where the captures do not fit together', () => {
    expect(joinWrapped(['x ', 'y'], ['z'])).toEqual({ lines: ['x', 'y'], lineOfRow: [0, 1] });
  });
});

const screen: Screen = {
  width: 4,
  height: 4,
  historySize: 0,
  rows: ['abcd', 'ef', '', ''],
  lines: ['abcdef', '', ''],
  lineOfRow: [0, 0, 1, 2],
  cursor: { x: 2, y: 1, visible: true },
  title: '',
  alternate: false,
  inMode: false,
  dead: false,
};

describe('screen', () => {
  it('gives its text without the unused rows', () => {
    expect(screenText(screen)).toBe('abcdef');
  });

  it('gives the whole line that the cursor is on', () => {
    expect(cursorLine(screen)).toBe('abcdef');
    expect(cursorLine({ ...screen, cursor: { x: 0, y: 99, visible: true } })).toBe('');
  });

  it('matches words and expressions, the same each time', () => {
    const pattern = /cd/g;
    expect([matchesText('abcd', 'bc'), matchesText('abcd', pattern), matchesText('abcd', pattern)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(matchesText('abcd', 'x')).toBe(false);
  });
});
