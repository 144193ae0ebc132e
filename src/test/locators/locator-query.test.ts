import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import { byRegion, byRow } from './by-region.js';
import { byStyle } from './by-style.js';
import { byText } from './by-text.js';
import { LocatorQuery } from './locator-query.js';
import { ScreenGrid } from './screen-grid.js';

const screen = new LocatorQuery();

function grid(...rows: string[]): ScreenGrid {
  return new ScreenGrid(screenFromCapture(rows.join('\n'), { width: 40, height: rows.length }));
}

function texts(query: LocatorQuery, on: ScreenGrid): string[] {
  return query.locate(on).matches.map(({ place }) => on.text(place));
}

describe('text', () => {
  const files = grid('readme readme.txt', '│readme│ xreadme', '日本 readme');

  it('is found wherever it stands, and alone where that is asked', () => {
    expect(texts(screen.narrow(byText('readme')), files)).toHaveLength(5);
    const alone = screen.narrow(byText('readme', { exact: true })).locate(files).matches;
    expect(alone.map(({ place }) => place[0])).toEqual([
      { row: 0, from: 0, to: 6 },
      { row: 1, from: 1, to: 7 },
      { row: 2, from: 5, to: 11 },
    ]);
  });

  it('is found by an expression with anchors, which mean the ends of a line', () => {
    expect(texts(screen.narrow(byText(/^\S+ readme$/)), files)).toEqual(['日本 readme']);
  });

  it('is found where the terminal has wrapped it', () => {
    const wrapped = screenFromCapture('aaaaa long w\nord here', { width: 12, height: 2 });
    const one = new ScreenGrid({ ...wrapped, lines: ['aaaaa long word here'], lineOfRow: [0, 0] });
    const [match] = screen.narrow(byText('word')).locate(one).matches;
    expect(match?.place).toEqual([
      { row: 0, from: 11, to: 12 },
      { row: 1, from: 0, to: 3 },
    ]);
    expect(texts(screen.narrow(byText('word')), one)).toEqual(['word']);
  });

  it('that is blank or empty is refused with a sentence', () => {
    expect(() => byText(' ')).toThrow('getByText was given an empty text, which means nothing on a screen.');
    expect(() => byText(undefined as unknown as string)).toThrow('was given undefined');
  });

  it('that is not there has a nearest one', () => {
    const on = grid('Save failed: disk full', 'other');
    expect(screen.narrow(byText(/saved/i)).locate(on).nearest).toBe('"Save failed: disk full" in row 0');
    expect(screen.narrow(byText('quux')).locate(on).nearest).toBeUndefined();
  });
});

describe('styles', () => {
  const on = grid(
    '\x1b[32;1mok\x1b[0m and \x1b[7m readme \x1b[0m',
    '\x1b[38;5;208mx\x1b[0m\x1b[48;2;1;2;3my\x1b[0m',
  );

  it('are found by names, numbers and hexadecimal colours', () => {
    expect(texts(screen.narrow(byStyle({ fg: 'green', bold: true })), on)).toEqual(['ok']);
    expect(texts(screen.narrow(byStyle({ reverse: true })), on)).toEqual(['readme']);
    expect(texts(screen.narrow(byStyle({ fg: 208 })), on)).toEqual(['x']);
    expect(texts(screen.narrow(byStyle({ bg: '#010203' })), on)).toEqual(['y']);
  });

  it('that mean nothing are refused', () => {
    expect(() => byStyle({})).toThrow('no attribute');
    expect(() => byStyle({ fg: 'greem' })).toThrow('does not know the colour "greem"');
    expect(() => byStyle({ blink: true } as object)).toThrow('does not know the attribute blink');
  });
});

describe('places', () => {
  const boxed = grid(
    '┌─ Left ──┐┌┤ Right ├┐',
    '│a.txt    ││b.txt    │',
    '│2 files  ││         │',
    '└─────────┘└─────────┘',
  );

  it('are the insides of boxes by their titles', () => {
    const left = screen.narrow(byRegion({ title: 'Left' }));
    expect(texts(left, boxed)).toEqual(['a.txt\n2 files']);
    expect(texts(left.narrow(byRow(-1)), boxed)).toEqual(['2 files']);
    expect(texts(screen.narrow(byRegion({ title: /^Right$/ })), boxed)).toEqual(['b.txt']);
    expect(screen.narrow(byRegion({ title: 'Middle' })).locate(boxed).nearest).toBe('boxes "Left", "Right"');
  });

  it('are rows and columns, counted from either end', () => {
    expect(texts(screen.narrow(byRegion({ rows: [1, 2], columns: [1, 7] })), boxed)).toEqual([
      'a.txt\n2 files',
    ]);
    expect(texts(screen.narrow(byRow(99)), boxed)).toEqual([]);
    expect(() => byRegion({})).toThrow('neither rows nor columns nor a title');
    expect(() => byRow(1.5)).toThrow('row was given 1.5');
  });
});

describe('a chain', () => {
  const on = grid('Settings', '  Save', 'Account', '  Save  Cancel');
  const save = screen.narrow(byText('Save'));

  it('keeps what another locator means, or does not', () => {
    const row = screen.narrow(byRow(3));
    expect(save.within(row).locate(on).matches[0]?.place[0]?.row).toBe(3);
    expect(save.and(row).locate(on).matches).toHaveLength(1);
    expect(texts(save.or(screen.narrow(byText('Cancel'))), on)).toEqual(['Save', 'Save', 'Cancel']);
    expect(save.filter({ hasNotText: 'Save' }).locate(on).matches).toEqual([]);
    expect(texts(row.filter({ has: screen.narrow(byText('Cancel')) }), on)).toEqual(['Save  Cancel']);
    expect(texts(row.filter({ hasNot: screen.narrow(byText('Cancel')) }), on)).toEqual([]);
    expect(() => save.filter({})).toThrow('nothing to filter by');
  });

  it('goes by the order of reading', () => {
    const account = screen.narrow(byText('Account'));
    expect(
      save
        .after(account)
        .locate(on)
        .matches.map(({ place }) => place[0]?.row),
    ).toEqual([3]);
    expect(
      save
        .before(account)
        .locate(on)
        .matches.map(({ place }) => place[0]?.row),
    ).toEqual([1]);
    expect(save.nth(-1).locate(on).matches[0]?.place[0]?.row).toBe(3);
    expect(
      save
        .nth(5)
        .locate(on)
        .stages.map(({ count }) => count),
    ).toEqual([2, 0]);
  });
});
