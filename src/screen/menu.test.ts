import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMenu, type Menu } from './menu.js';
import { screenFromCapture } from './screen-from-capture.js';

/** `> 2. Label` for the highlighted one. */
function optionsOf(menu: Menu | undefined): string[] | undefined {
  return menu?.options.map(({ number, label, highlighted }) => {
    const text = number === undefined ? label : `${number}. ${label}`;
    return highlighted ? `> ${text}` : text;
  });
}

function read(...rows: string[]): Menu | undefined {
  return findMenu(screenFromCapture(rows.join('\n'), { width: 60 }));
}

describe('findMenu', () => {
  it('reads numbered choices with a pointer, and the question above', () => {
    const menu = read(
      ' Run the command',
      '',
      ' Do you want to proceed?',
      ' ❯ 1. Yes',
      '   2. No',
      '',
      ' Esc to cancel',
    );
    expect(menu).toEqual({
      title: 'Do you want to proceed?',
      options: [
        { number: 1, label: 'Yes', highlighted: true, row: 3 },
        { number: 2, label: 'No', highlighted: false, row: 4 },
      ],
      highlighted: 0,
    });
  });

  it('reads choices of which there are more above or below', () => {
    const menu = read(
      ' Proceed?',
      ' ↑ 2. Yes, and always allow',
      ' ❯ 3. Maybe',
      ' ↓ 4. No',
      '',
      ' Esc to cancel',
    );
    expect(optionsOf(menu)).toEqual(['2. Yes, and always allow', '> 3. Maybe', '4. No']);
  });

  it('finds a question that is further away than what it is about', () => {
    const menu = read(
      '  Would you like to run this?',
      '',
      '  $ touch x',
      '',
      '› 1. Yes (y)',
      '  2. No (esc)',
    );
    expect(menu?.title).toBe('Would you like to run this?');
  });

  it('puts labels together that were wrapped, and leaves descriptions out', () => {
    const wrapped = read(
      'Which?',
      '❯ 1. Yes, and always allow access to a folder with a long',
      '     name from this project',
      '  2. Red',
      '     As the sun',
      '  3. Blue      As the sea',
    );
    expect(optionsOf(wrapped)).toEqual([
      '> 1. Yes, and always allow access to a folder with a long name from this project',
      '2. Red',
      '3. Blue',
    ]);
  });

  it('reads on behind a line between choices', () => {
    const menu = read('Which?', '', '❯ 1. Red', '  2. Blue', '────────', '  3. Something else');
    expect(optionsOf(menu)).toEqual(['> 1. Red', '2. Blue', '3. Something else']);
  });

  it('reads numbers of one and two digits', () => {
    const rows = Array.from({ length: 11 }, (_, at) => `${at === 9 ? '❯' : ' '} ${at + 1}. choice`);
    expect(read('Which?', ...rows)?.highlighted).toBe(9);
    const aligned = Array.from(
      { length: 11 },
      (_, at) => `${at === 9 ? '❯' : ' '} ${String(at + 1).padStart(2)}. x`,
    );
    expect(read('Which?', ...aligned)?.options).toHaveLength(11);
  });

  it('reads lists without numbers', () => {
    const menu = read(
      '? Select a framework: (Use arrow keys)',
      '  vanilla',
      '\x1b[36m❯ vue\x1b[0m',
      '  react',
    );
    expect(menu?.title).toBe('Select a framework: (Use arrow keys)');
    expect(optionsOf(menu)).toEqual(['vanilla', '> vue', 'react']);
  });

  it('reads boxes to tick', () => {
    const menu = read('Which ones?', '> [ ] apples', '  [x] pears', '  [ ] plums', '', 'Space to toggle');
    expect(optionsOf(menu)).toEqual(['> apples', 'pears', 'plums']);
  });

  it('reads radio buttons', () => {
    const menu = read(
      '◆  Pick one',
      '│  ○ TypeScript',
      '│  ● JavaScript',
      '│  ○ CoffeeScript',
      '└',
      '↑/↓ to move',
    );
    expect(optionsOf(menu)).toEqual(['TypeScript', '> JavaScript', 'CoffeeScript']);
  });

  it('sees the highlighted choice by reverse video', () => {
    const menu = read(
      'Pick one',
      '  1. Red',
      '\x1b[7m  2. Blue  \x1b[0m',
      '  3. Green',
      '',
      'Enter to select',
    );
    expect(optionsOf(menu)).toEqual(['1. Red', '> 2. Blue', '3. Green']);
  });

  it('sees the highlighted choice by a distinct colour', () => {
    const menu = read(
      'Pick one',
      '  1. Red',
      '  2. Blue',
      '  \x1b[36m3. Green\x1b[0m',
      '',
      'Enter to select',
    );
    expect(optionsOf(menu)).toEqual(['1. Red', '2. Blue', '> 3. Green']);
  });

  it('reads a menu in a box', () => {
    const menu = read(
      '╭──────────────╮',
      '│ Allow it?    │',
      '│ ● 1. Yes     │',
      '│   2. No      │',
      '╰──────────────╯',
    );
    expect(menu?.title).toBe('Allow it?');
    expect(
      optionsOf(findMenu(screenFromCapture('│ Ok? │\n│ ❯ 1. Yes │\n│   2. No  │', { width: 12 }))),
    ).toEqual(['> 1. Yes', '2. No']);
  });

  it('takes the lowest of several', () => {
    const menu = read('❯ 1. old', '  2. older', '', 'text', '', '❯ 1. new', '  2. newer');
    expect(optionsOf(menu)).toEqual(['> 1. new', '2. newer']);
  });

  it.each([
    ['an ordinary numbered list', ['I suggest:', '1. Read the code', '2. Write a test', '3. Mend it']],
    [
      'one with code in it',
      ['1. Run \x1b[36mnpm test\x1b[0m', '2. Read', '3. Mend', '', 'Press enter to send'],
    ],
    ['a list of dots', ['* one', '* two', '* three', 'Enter to select']],
    ['a quotation', ['> 1. first', '> 2. second']],
    ['a message of two lines', ['❯ please read', '  and answer']],
    ['a single choice', ['❯ 1. Yes']],
    ['numbers that do not go up by one', ['❯ 1. one', '  3. three']],
    ['a diff', ['   1 one', ' + 2 two', '   3 three']],
    ['nothing', []],
  ])('is not taken in by %s', (_, rows) => {
    expect(read(...rows)).toBeUndefined();
  });

  it('looks only where it is told to', () => {
    const screen = screenFromCapture('❯ 1. old\n  2. older\n\ntext');
    expect(findMenu(screen, { fromRow: 2 })).toBeUndefined();
    expect(findMenu(screen, { pointers: ['›'] })).toBeUndefined();
    expect(findMenu(screen)).toBeDefined();
  });

  it('never fails, whatever the screen', () => {
    const rows = fc.array(fc.stringMatching(/^[❯›>*●○[\] 0-9.)│─a日\x1b[7m]{0,30}$/u), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 40 }), (lines, width) => {
        const menu = findMenu(screenFromCapture(lines.join('\n'), { width, height: 5 }));
        if (!menu) return;
        expect(menu.options.length).toBeGreaterThan(1);
        expect(menu.options.filter((option) => option.highlighted)).toHaveLength(1);
        expect(menu.options[menu.highlighted ?? -1]?.highlighted).toBe(true);
      }),
    );
  });
});
