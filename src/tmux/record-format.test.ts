import { describe, expect, it } from 'vitest';
import { parseRecord, parseRecords, recordFormat } from './record-format.js';

const fields = { name: 'session_name', cwd: 'session_path' };

describe('recordFormat', () => {
  it('ends each field with a bar that no value can hold unescaped', () => {
    const escaped = String.raw`#{s/[|\]/\\\0/:session_name}|#{s/[|\]/\\\0/:session_path}|`;
    expect(recordFormat(fields)).toBe(escaped);
  });

  it('escapes no ids and numbers', () => {
    expect(recordFormat({ id: 'pane_id', pid: 'pane_pid' })).toBe('#{pane_id}|#{pane_pid}|');
  });
});

describe('parseRecords', () => {
  it('undoes the escaping of tmux', () => {
    expect(parseRecords(fields, Buffer.from('a\\ b\\|c|/tmp|\nd|/é\\\\|\n'))).toEqual([
      { name: 'a b|c', cwd: '/tmp' },
      { name: 'd', cwd: '/é\\' },
    ]);
  });

  it('takes control characters raw, as in C, or in octal', () => {
    const expected = [{ name: '\nx\ty\x1b', cwd: '\n' }];
    expect(parseRecords(fields, Buffer.from('\nx\ty\x1b|\n|\n'))).toEqual(expected);
    expect(parseRecords(fields, Buffer.from('\\nx\\ty\\033|\\012|\n'))).toEqual(expected);
  });

  it('refuses an answer that does not fit', () => {
    expect(() => parseRecords(fields, Buffer.from('only one|\n'))).toThrow(
      expect.objectContaining({ code: 'PROTOCOL_ERROR' }),
    );
    expect(() => parseRecord(fields, Buffer.from(''))).toThrow(
      expect.objectContaining({ code: 'PROTOCOL_ERROR' }),
    );
  });
});
