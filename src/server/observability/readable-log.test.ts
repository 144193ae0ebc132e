import { describe, expect, it } from 'vitest';
import { readableLine } from './readable-log.js';

describe('the log on a terminal', () => {
  it('has time, level and what happened first, then the rest by name', () => {
    const entry = {
      level: 'info',
      time: '2026-01-24T10:30:00.123Z',
      pid: 1,
      reqId: 'a-1',
      route: '/api/me',
      status: 200,
      msg: 'request',
    };
    expect(readableLine(`${JSON.stringify(entry)}\n`)).toBe(
      '10:30:00.123 info  request reqId=a-1 route=/api/me status=200\n',
    );
  });

  it('shows where an error happened, and lets no name move the terminal', () => {
    const err = { type: 'TypeError', message: 'x', stack: '    at here\n    at there' };
    const line = JSON.stringify({ level: 'error', time: '', msg: '\x1b[2Jclear', err });
    expect(readableLine(line)).toBe(
      ' error ?[2Jclear {"type":"TypeError","message":"x"} \n    at here \n    at there\n',
    );
  });

  it('passes on lines that are not entries', () => {
    expect(readableLine('plain\n')).toBe('plain\n');
  });
});
