import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import { ScreenGrid } from '../locators/screen-grid.js';
import { checkSnapshot, screenSnapshot } from './screen-text.js';
import { snapshotPath } from './snapshot-file.js';

const capture = 'plain\n\x1b[1;36m❯ No\x1b[0m   \x1b[41m \x1b[0m\n\x1b[32m   \x1b[0mabc1234 日本';
const grid = new ScreenGrid(
  screenFromCapture(capture, { width: 30, height: 5, cursor: { x: 2, y: 1, visible: true } }),
);

const written = `muxwright screen 1
size 30x5
cursor 2,1
term tmux-256color
locale C.UTF-8
|plain
|❯ No
^ 0..3 cyan bold
^ 7..7 on-red
|   abc1234 日本
`;

describe('a snapshot', () => {
  it('has the rows as they look, and the styles that can be seen by their columns', () => {
    expect(screenSnapshot(grid, { masks: [], hidden: [] })).toBe(written);
    expect(() => checkSnapshot(written, 'x.screen')).not.toThrow();
  });

  it('has neither the text nor the style of what is masked or hidden', () => {
    const masks = [[{ row: 1, from: 0, to: 4 }]];
    const hidden = [[{ row: 2, from: 11, to: 15 }]];
    const text = screenSnapshot(grid, { masks, hidden });
    expect(text).toContain('|░░░░\n^ 7..7 on-red\n|   abc1234 ****\n');
  });

  it.each([
    ['', 'line 1 is ""'],
    [written.replace('screen 1', 'screen 9'), 'line 1 is "muxwright screen 9"'],
    [written.replace('|plain', 'plain'), 'line 6 is "plain"'],
    [written.replace('|plain\n', '^ 0..1 bold\n'), 'line 6 has a style for no row'],
    ['muxwright screen 1\nsize 30x5\n', 'it ends after line 2'],
    [`<<<<<<< HEAD\n${written}`, 'line 1 is "<<<<<<< HEAD"'],
  ])('that somebody broke is named with its line', (text, why) => {
    expect(() => checkSnapshot(text, 'a.screen')).toThrow(
      `The file a.screen is not a screen snapshot: ${why}.`,
    );
  });

  it('has a file that no other name has', () => {
    const names = ['a b', 'a-b', 'A b', 'a  b', 'ä', 'ö'];
    const paths = names.map((name) => snapshotPath('/t/form.test.ts', name));
    expect(new Set(paths).size).toBe(names.length);
    expect(paths[1]).toBe('/t/__screens__/form.test.ts/a-b.screen');
  });
});
