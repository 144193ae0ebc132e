import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInputBox, type InputBox } from './input-box.js';
import { screenFromCapture } from './screen-from-capture.js';
import type { StyledScreen } from './styled-screen.js';

function boxOf(
  capture: string,
  x: number,
  y: number,
  facts: Partial<StyledScreen> = {},
): InputBox | undefined {
  return findInputBox(screenFromCapture(capture, { cursor: { x, y, visible: true }, ...facts }));
}

const hidden = (x: number, y: number) => ({ cursor: { x, y, visible: false } });

describe('findInputBox without hints', () => {
  it('finds a box between two lines, also with a hidden cursor', () => {
    const capture = 'answer\n──────────\n❯ two\n  lines\n──────────\n  footer';
    expect(boxOf(capture, 7, 3, hidden(7, 3))).toEqual({
      text: 'two\nlines',
      ghost: '',
      pasteMarkers: [],
      firstRow: 2,
      lastRow: 3,
      caret: { x: 7, y: 3 },
    });
  });

  it('finds a closed box and leaves its sides out', () => {
    const capture = '╭────────────────╮\n│ > type here    │\n╰────────────────╯\n  ? for help';
    expect(boxOf(capture, 13, 1)).toMatchObject({ text: 'type here', firstRow: 1, lastRow: 1 });
  });

  it('finds the box of a program that hides the cursor elsewhere and draws its own', () => {
    const capture = 'answer\n╭──────────────╮\n│ > hi\x1b[7m \x1b[0m         │\n╰──────────────╯\n  gemini';
    expect(boxOf(capture, 0, 5, hidden(0, 5))).toMatchObject({ text: 'hi', caret: { x: 6, y: 2 } });
    const empty =
      '╭──────────────────────╮\n│ > \x1b[7mT\x1b[0;90mype your message\x1b[0m   │\n╰──────────────────────╯';
    expect(boxOf(empty, 0, 4, hidden(0, 4))).toMatchObject({ text: '' });
  });

  it('finds a prompt of a shell at the cursor, whatever the screen has above', () => {
    expect(boxOf('> quoted\n$ ls\na  b\nuser@host:~$ echo hi', 20, 3)).toMatchObject({
      text: 'echo hi',
      firstRow: 3,
    });
    expect(boxOf('user@host:~$', 13, 0)?.text).toBe('');
  });

  it('puts a line together that the terminal wrapped', () => {
    const screen = screenFromCapture('$ abcdefgh\nij', { cursor: { x: 2, y: 1, visible: true }, width: 10 });
    const lines = [`${screen.rows[0]}${screen.rows[1]}`, ...screen.rows.slice(2)];
    const lineOfRow = screen.rows.map((_, row) => Math.max(0, row - 1));
    expect(findInputBox({ ...screen, lines, lineOfRow })).toMatchObject({
      text: 'abcdefghij',
      firstRow: 0,
      lastRow: 1,
    });
  });

  it('leaves a prompt at the right edge out', () => {
    const right = `$ make${' '.repeat(68)}\x1b[90m12:30`;
    expect(boxOf(right, 6, 0)).toMatchObject({ text: 'make', ghost: '' });
    const both = `$ make\x1b[90m test\x1b[0m${' '.repeat(62)}\x1b[90m12:30`;
    expect(boxOf(both, 6, 0)).toMatchObject({ text: 'make', ghost: ' test' });
  });

  it('finds text of several rows behind a marker without lines', () => {
    expect(boxOf('• answer\n\n› one\n  two\n\n  model · folder', 5, 3)).toMatchObject({
      text: 'one\ntwo',
      firstRow: 2,
      lastRow: 3,
    });
    // The caret in the first of three lines, one of them empty.
    expect(boxOf('› one\n\n  two\n\n  model · folder', 5, 0)).toMatchObject({
      text: 'one\n\ntwo',
      lastRow: 2,
    });
  });

  it('collects the markers of collapsed pastes', () => {
    expect(boxOf('──────\n❯ see [Pasted text #1 +59 lines] and [Image #2]\n──────', 47, 1)).toMatchObject({
      pasteMarkers: ['[Pasted text #1 +59 lines]', '[Image #2]'],
    });
  });

  it('counts columns, not characters', () => {
    expect(boxOf('──────\n❯ 日本語\x1b[2m です\n──────', 8, 1)).toMatchObject({
      text: '日本語',
      ghost: ' です',
    });
  });

  it('finds none in a dialog, in output, and where the cursor is hidden without a box', () => {
    const dialog = '──────────\n Run it?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel';
    expect(boxOf(dialog, 1, 2, hidden(1, 2))).toBeUndefined();
    expect(boxOf('compiling\n12 %', 4, 1, hidden(4, 1))).toBeUndefined();
    expect(boxOf('plain output', 12, 0)).toBeUndefined();
    expect(boxOf('', 0, 0)).toBeUndefined();
  });

  it('does not take a question between lines for a box', () => {
    const question = '──────────\n ☐ Colour\n\nWhich?\n\n❯ 1. Red\n  2. Blue\n──────────\n  3. Other';
    expect(boxOf(question, 0, 5, hidden(0, 5))).toBeUndefined();
    expect(boxOf(question, 8, 5, hidden(8, 5))).toBeUndefined();
  });
});

describe('findInputBox with hints', () => {
  it('takes only the markers and lines of the program', () => {
    const hints = { detect: 'border', markers: ['✎'], border: /^≈≈≈/u } as const;
    const screen = screenFromCapture('≈≈≈≈\n✎ hello\n≈≈≈≈', hidden(7, 1));
    expect(findInputBox(screen, hints)?.text).toBe('hello');
    expect(findInputBox(screenFromCapture('────\n✎ hello\n────', hidden(7, 1)), hints)).toBeUndefined();
    expect(findInputBox(screenFromCapture('≈≈≈≈\n❯ hello\n≈≈≈≈', hidden(7, 1)), hints)).toBeUndefined();
  });

  it('counts the character of a mode as typed', () => {
    const hints = { detect: 'marker', markers: ['›'], modes: ['!'] } as const;
    expect(
      findInputBox(screenFromCapture('! ls', { cursor: { x: 4, y: 0, visible: true } }), hints)?.text,
    ).toBe('!ls');
  });

  it('tells placeholder and suggestion apart as it is told', () => {
    const screen = screenFromCapture('› \x1b[2mAsk away', { cursor: { x: 2, y: 0, visible: true } });
    const read = (mutedWhenEmpty: 'placeholder' | 'ghost') =>
      findInputBox(screen, { detect: 'marker', mutedWhenEmpty })?.ghost;
    expect([read('placeholder'), read('ghost')]).toEqual(['', 'Ask away']);
  });
});

describe('findInputBox', () => {
  it('never fails, whatever the screen', () => {
    const rows = fc.array(fc.stringMatching(/^[❯›>$# │─╭╯a日🙂\x1b[2m7;0]{0,30}$/u), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.nat(40), fc.nat(10), fc.boolean(), (lines, x, y, visible) => {
        const screen = screenFromCapture(lines.join('\n'), {
          width: 20,
          height: 5,
          cursor: { x, y, visible },
        });
        const box = findInputBox(screen);
        if (!box) return;
        expect(box.firstRow).toBeLessThanOrEqual(box.lastRow);
        expect(box.lastRow).toBeLessThan(5);
        expect(box.text).toBe(box.text.trimEnd());
      }),
    );
  });
});
