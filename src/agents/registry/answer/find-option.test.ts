import { describe, expect, it } from 'vitest';
import type { Menu } from '../../../screen/menu.js';
import { findOption, findOther } from './find-option.js';

describe('findOption', () => {
  const menu = menuOf(['1. Yes', '2. Yes, and always allow it', '3. No']);

  it.each([
    ['1', 0],
    [' 3 ', 2],
    ['yes', 0],
    ['YES,  AND ALWAYS allow it', 1],
    ['yes, and', 1],
    ['always', 1],
    ['no', 2],
  ])('takes %j for an option', (wanted, index) => {
    expect(findOption(menu, wanted)).toBe(index);
  });

  it.each(['', '4', '0', 'maybe', 'e', '-1', '1.5'])('knows no option %j', (wanted) => {
    expect(() => findOption(menu, wanted)).toThrow(
      expect.objectContaining({
        code: 'OPTION_NOT_FOUND',
        details: expect.objectContaining({ options: ['1. Yes', '2. Yes, and always allow it', '3. No'] }),
      }),
    );
  });

  it('counts options that have no numbers, and takes a number for a label before that', () => {
    expect(findOption(menuOf(['Red', 'Blue']), '2')).toBe(1);
    expect(() => findOption(menuOf(['Red', 'Blue']), '3')).toThrow('no option fits');
    expect(findOption(menuOf(['1. 8 GB', '2. 16 GB']), '16')).toBe(1);
  });
});

describe('findOther', () => {
  it.each([
    [['1. Red', '2. Type something.', '3. Chat about this'], 1],
    [['Red', 'Other'], 1],
    [['1. Other rooms', '2. Other (type your answer)'], 0],
    [['1. Yes, proceed (y)', '2. No, and tell Codex what to do differently (esc)'], 1],
    [['1. Small', '2. Something else'], 1],
    [['1. Allow once', '2. Allow for this session', '3. No, suggest changes (esc)'], 2],
  ])("finds in %j the one that takes words of one's own", (options, index) => {
    expect(findOther(menuOf(options))).toBe(index);
  });

  it('says so where there is none', () => {
    expect(() => findOther(menuOf(['1. Another one', '2. No']))).toThrow(
      expect.objectContaining({ code: 'OPTION_NOT_FOUND' }),
    );
  });
});

function menuOf(lines: readonly string[]): Menu {
  const options = lines.map((line, row) => {
    const [, number, label = line] = /^(?:(\d+)\. )?(.*)$/.exec(line) ?? [];
    return { number: number === undefined ? undefined : Number(number), label, highlighted: row === 0, row };
  });
  return { title: 'Which?', options, highlighted: 0 };
}
