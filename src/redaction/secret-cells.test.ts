import { describe, expect, it } from 'vitest';
import { secretCells } from './secret-cells.js';

const secret = 'sk-secret-0123456789';

describe('secretCells', () => {
  it('finds a secret in its row', () => {
    expect(secretCells(['', `token: ${secret} .`], [secret])).toContainEqual({
      row: 1,
      column: 7,
      length: secret.length,
    });
    expect(secretCells(['nothing', 'here'], [secret])).toEqual([]);
  });

  it('finds it where the terminal broke it, to the last character', () => {
    expect(secretCells(['ab sk-secre', 't-012345678', '9'], [secret])).toEqual([
      { row: 0, column: 3, length: 8 },
      { row: 1, column: 0, length: 11 },
      { row: 2, column: 0, length: 1 },
    ]);
  });

  it('finds it in a box, without the sides of the box', () => {
    expect(secretCells(['│ sk-secret- │', '│ 0123456789 │'], [secret])).toEqual([
      { row: 0, column: 2, length: 10 },
      { row: 1, column: 2, length: 10 },
    ]);
  });

  it('finds a long piece of which the rest has scrolled away', () => {
    expect(secretCells(['t-0123456789', 'ok'], [secret])).toEqual([{ row: 0, column: 0, length: 12 }]);
  });

  it('counts columns, not characters', () => {
    expect(secretCells([`漢字e\u0301 ${secret}`], [secret])[0]).toMatchObject({ column: 6 });
  });

  it('takes a secret with line breaks, and characters that mean something in patterns', () => {
    expect(secretCells(['a.b', '(c)'], ['a.b\n(c)'])).toHaveLength(2);
    expect(secretCells(['axb(c)'], ['a.b(c)'])).toEqual([]);
  });
});
