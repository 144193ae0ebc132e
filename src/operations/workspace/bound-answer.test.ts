import { describe, expect, it } from 'vitest';
import { boundAnswer } from './bound-answer.js';

describe('the answer of an action', () => {
  const read = {
    pane: '0.0',
    output: 'one\ntwo\nthree',
    lines_captured: 3,
    cursor_position: '9',
    has_more: false,
  };

  it('stays as it is where it fits, or has no output', () => {
    expect(boundAnswer(read, 1_000)).toBe(read);
    expect(boundAnswer({ killed: '0.1' }, undefined)).toEqual({ killed: '0.1' });
  });

  it('keeps the last lines that fit, and tells that there are more', () => {
    expect(boundAnswer(read, 10)).toEqual({
      ...read,
      output: 'two\nthree',
      lines_captured: 2,
      has_more: true,
    });
    expect(boundAnswer({ pane: '0.0', output: 'one\ntwo', exit_code: 0 }, 4)).toEqual({
      pane: '0.0',
      output: 'two',
      exit_code: 0,
    });
  });
});
