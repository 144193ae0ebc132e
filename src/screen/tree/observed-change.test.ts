import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../screen-from-capture.js';
import { screenTree } from './screen-tree.js';
import type { ScreenNode } from './tree-node.js';
import { allNodes } from './tree-node.js';

const lit = (at: number): string =>
  ['alpha', 'beta', 'gamma', 'delta']
    .map((name, row) => (row === at ? `\x1b[7m${name}\x1b[0m` : name))
    .join('\n');
const screen = (text: string, x = 0, y = 0, visible = true) =>
  screenFromCapture(`\n\n${text}`, { cursor: { x, y: y + 2, visible } });
const of = (nodes: Iterable<ScreenNode>, role: string) => [...nodes].filter((node) => node.role === role);

describe('screenTree with what was observed', () => {
  it('is sure of a list whose highlight has moved with Down, and only guesses without that', () => {
    const now = screen(lit(2));
    expect(of(allNodes(screenTree(now)), 'option').map(({ confidence }) => confidence)).not.toContain(
      'likely',
    );
    const changes = [{ before: screen(lit(1)), key: 'Down' }];
    const options = of(allNodes(screenTree(now, { changes })), 'option');
    expect(options.map(({ name, confidence }) => `${name} ${confidence}`)).toEqual([
      'alpha certain',
      'beta certain',
      'gamma certain',
      'delta certain',
    ]);
    expect(options[2]?.evidence[0]).toMatchObject({ kind: 'change' });
  });

  it('is sure of a box that Space has ticked', () => {
    const changes = [{ before: screen('[ ] one\n[ ] two', 0, 0, false), key: 'Space' }];
    const boxes = of(allNodes(screenTree(screen('[x] one\n[ ] two', 0, 0, false), { changes })), 'checkbox');
    expect(boxes.map(({ confidence }) => confidence)).toEqual(['certain', 'guess']);
  });

  it('is sure of a field in which a letter came up', () => {
    const changes = [{ before: screen('Name: A', 7), key: 'd' }];
    const [field] = of(allNodes(screenTree(screen('Name: Ad', 8), { changes })), 'textbox');
    expect(field).toMatchObject({ name: 'Name', value: 'Ad', confidence: 'certain' });
  });
});

describe('screenTree with what the kernel says', () => {
  it.each([
    ['line', 'certain'],
    [undefined, 'likely'],
    ['running', 'guess'],
  ] as const)('with %s a prompt is %s', (kind, confidence) => {
    const [field] = of(allNodes(screenTree(screen('Name: ', 6), { kind })), 'textbox');
    expect(field?.confidence).toBe(confidence);
  });

  it('shows nothing of a password', () => {
    const [field] = of(allNodes(screenTree(screen('Password: x', 11), { kind: 'password' })), 'textbox');
    expect(field).toMatchObject({ value: '', state: ['focused', 'password'], confidence: 'certain' });
  });
});
