import { describe, expect, it } from 'vitest';
import { isWindowLayout } from './window-layout.js';

describe('a layout of a window', () => {
  it.each([
    ['b25d,80x24,0,0,0', 1],
    ['d67d,200x50,0,0{100x50,0,0,0,99x50,101,0[99x25,101,0,1,99x24,101,26,2]}', 3],
  ])('is told by its shape and its checksum: %s', (layout, panes) => {
    expect(isWindowLayout(withChecksum(layout.slice(5)), panes)).toBe(true);
    expect(isWindowLayout(withChecksum(layout.slice(5)), panes + 1)).toBe(false);
    expect(isWindowLayout(`0000${withChecksum(layout.slice(5)).slice(4)}`, panes)).toBe(false);
  });

  it('has the checksum that tmux gives it', () => {
    expect(isWindowLayout('b25d,80x24,0,0,0', 1)).toBe(true);
  });

  it.each([
    'garbage',
    '',
    '80x24,0,0',
    '80x24,0,0{',
    '80x24,0,0{}',
    '80x24,0,0{40x24,0,0,0}',
    '80x24,0,0{40x24,0,0,0,39x24,41,0,1]',
    '80x24,0,0{40x24,0,0,0,99x24,41,0,1}',
    '0x24,0,0,0',
    '80x24,0,0,0,0',
    `${'80x24,0,0['.repeat(5_000)}80x24,0,0,0${']'.repeat(5_000)}`,
  ])('is nothing else: %s', (body) => {
    expect(isWindowLayout(withChecksum(body), 1)).toBe(false);
    expect(isWindowLayout(body, 1)).toBe(false);
    expect(isWindowLayout(withChecksum(body), 2)).toBe(false);
  });
});

function withChecksum(body: string): string {
  let sum = 0;
  for (const character of body) sum = (((sum >> 1) | ((sum & 1) << 15)) + character.charCodeAt(0)) & 0xffff;
  return `${sum.toString(16).padStart(4, '0')},${body}`;
}
