import { describe, expect, it } from 'vitest';
import { GAP_LINE } from '../../../src/recorder/recorder-limits.js';
import { checkLog } from './check-log.js';

const cut = { gaps: true, cut: true };

describe('a log that may be cut', () => {
  it.each([[['', 'a', '', 'Question? ']], [['', 'a', GAP_LINE, 'Quest']], [['', 'a', '']], [[]]])(
    'may end in the middle of a line: %j',
    (log) => {
      expect(checkLog(['', 'a', '', 'Question? yes', 'b'], log, cut)).toBeUndefined();
    },
  );

  it.each([[['', 'a', '', 'Question? no']], [['', 'a', 'Question? ']]])('has no other line: %j', (log) => {
    expect(checkLog(['', 'a', '', 'Question? yes', 'b'], log, cut)).toMatch(/^differs in line/);
  });
});
