import { describe, expect, it } from 'vitest';
import { JournalPlace } from './journal-place.js';

describe('a place in the journal', () => {
  it.each([
    [0, 0],
    [1207, 1207],
    ['1207', 1207],
    ['1-33', '1-33'],
    ['5-901.2-33', '2-33.5-901'],
    ['1207.2-33', '1207.2-33'],
    ['0-7.2-0', 7],
  ])('is read and printed: %s', (given, printed) => {
    expect(JournalPlace.parse(given).cursor).toBe(printed);
  });

  it.each([
    '',
    'abc',
    '-1',
    -1,
    1.5,
    '1207.2',
    '1-2.1-3',
    '1-2,3-4',
    'NaN',
    Number.MAX_SAFE_INTEGER * 2,
    '1-99999999999999999999',
    '1-1.'.repeat(20_000),
  ])('is refused with what to do where no reader was given it: %s', (given) => {
    expect(() => JournalPlace.parse(given)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        suggestion: expect.stringContaining('exactly as it was received'),
      }),
    );
  });

  it('knows what it has of each stream, and moves in one of them', () => {
    const place = JournalPlace.parse('7.2-3');
    expect(place.has({ stream: 2, seq: 3 })).toBe(true);
    expect(place.has({ stream: 2, seq: 4 })).toBe(false);
    expect(place.has({ stream: 9, seq: 1 })).toBe(false);
    expect(place.at({ stream: 9, seq: 1 }).cursor).toBe('7.2-3.9-1');
    expect(place.atLeast(JournalPlace.parse('5.2-8')).cursor).toBe('7.2-8');
    expect(place.covers(JournalPlace.parse('6.2-3'))).toBe(true);
    expect(place.covers(JournalPlace.parse('6.3-1'))).toBe(false);
  });
});
