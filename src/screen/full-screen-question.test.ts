import { describe, expect, it } from 'vitest';
import { fullScreenQuestion, isPainted } from './full-screen-question.js';
import type { Screen } from './screen.js';

describe('the question of a full-screen program', () => {
  it('is the line in which an editor asks', () => {
    const nano = [
      '  GNU nano 7.2',
      'hello',
      '',
      '',
      'Save modified buffer?  ',
      ' Y Yes',
      ' N No   ^C Cancel',
    ];
    expect(fullScreenQuestion(screenOf(nano, 4))).toBe('Save modified buffer?');
    const vim = ['hello', '~', 'Save changes to "f"?', '[Y]es, (N)o, (C)ancel: '];
    expect(fullScreenQuestion(screenOf(vim, 3))).toBe('[Y]es, (N)o, (C)ancel:');
    const emacs = ['hello', '', '-UUU:**--F1  f', 'Save file /tmp/f? (y, n, !, ., q, C-r, C-f, d or C-h) '];
    expect(fullScreenQuestion(screenOf(emacs, 3))).toMatch(/^Save file/);
    const field = ['', '', '', 'File Name to Write: ', '^G Help'];
    expect(fullScreenQuestion(screenOf(field, 3))).toBe('File Name to Write:');
  });

  it('is not the text that a person edits', () => {
    const text = ['what is this?', '~', '~', '~', '~', '~'];
    expect(fullScreenQuestion(screenOf(text, 0))).toBeUndefined();
    expect(fullScreenQuestion(screenOf(['', '~', '~', '~', '~'], 0))).toBeUndefined();
  });

  it('is what stands above the buttons of a box', () => {
    const box = [
      '   ┌────────────────────┐',
      '   │ Delete the folder  │',
      '   │ with all files?    │',
      '   │                    │',
      '   │  <Yes>      <No>   │',
      '   └────────────────────┘',
    ];
    expect(fullScreenQuestion(screenOf(box, 4))).toBe('Delete the folder with all files?');
    const plain = ['+------+', '| Done. |', '|       |', '|  < OK >  |', '+------+'];
    expect(fullScreenQuestion(screenOf(plain, 3))).toBe('Done.');
  });

  it('can only be where a program has painted the screen', () => {
    expect(isPainted(screenOf(['a', 'b'], 0))).toBe(true);
    expect(isPainted(screenOf(['a', 'b', ''], 1))).toBe(false);
  });
});

function screenOf(rows: readonly string[], y: number): Screen {
  return {
    width: 80,
    height: rows.length,
    historySize: 0,
    rows,
    lines: rows,
    lineOfRow: rows.map((_, row) => row),
    cursor: { x: rows[y]?.length ?? 0, y, visible: true },
    title: '',
    alternate: false,
    inMode: false,
    dead: false,
  };
}
