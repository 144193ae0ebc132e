import { describe, expect, it } from 'vitest';
import { columns } from './columns.js';

const rows = [
  ['api', 'running', '', 'npm run dev -- --port 3000'],
  ['worker', '\x1b[31mended with 3\x1b[39m', '', 'make'],
];

describe('columns', () => {
  it('are in line, whatever colours they have, and an empty one is left out', () => {
    expect(columns(rows)).toBe(
      'api     running       npm run dev -- --port 3000\nworker  \x1b[31mended with 3\x1b[39m  make\n',
    );
  });

  it('end with the terminal, where the last one would not fit', () => {
    const [first = '', second = ''] = columns(rows, 35).split('\n');
    expect(first).toBe('api     running       npm run dev …');
    expect(first).toHaveLength(35);
    expect(second).toMatch(/make$/);
  });

  it('are left as they are in a terminal that has no room for any of the last one', () => {
    expect(columns(rows, 25)).toBe(columns(rows));
  });

  it('count characters that are two columns wide as two', () => {
    expect(
      columns([
        ['日本', 'x'],
        ['api', 'y'],
      ]),
    ).toBe('日本  x\napi   y\n');
    expect(columns([['a', '日本日本日本日本']], 14)).toBe('a  日本日本日…\n');
  });
});
