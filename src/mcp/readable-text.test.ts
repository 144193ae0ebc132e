import { expect, it } from 'vitest';
import { readableText } from './readable-text.js';

it('has one field a line, texts as they are, and the lines of a log without their times', () => {
  expect(
    readableText({
      id: 'abc',
      exitCode: 0,
      gone: undefined,
      nothing: null,
      title: '',
      text: 'one\n  two: "x"',
      lines: [
        { time: '2026-11-16T09:00:00Z', text: 'first' },
        { time: '2026-11-16T09:00:01Z', text: '' },
        { time: '2026-11-16T09:00:02Z', text: 'third' },
      ],
      cursor: { x: 1, y: 2 },
      tags: ['a', 'b'],
      none: [],
      empty: {},
      panes: [{ id: '%1', active: true, cells: [[1], []] }, { id: '%2' }],
    }).split('\n'),
  ).toEqual([
    ...['id: abc', 'exitCode: 0', 'nothing: null', 'title: ""'],
    ...['text: |', '  one', '    two: "x"'],
    ...['lines: |', '  first', '', '  third'],
    ...['cursor:', '  x: 1', '  y: 2'],
    ...['tags:', '  - a', '  - b', 'none: []', 'empty: {}'],
    ...['panes:', '  - id: %1', '    active: true', '    cells:', '      - [1]', '      - []', '  - id: %2'],
  ]);
});
