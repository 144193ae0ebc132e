import { expect, it } from 'vitest';
import { paintCommand } from './paint-command.js';

it('goes up as many rows as the line took', () => {
  const place = { column: 10, width: 20, typed: 'x'.repeat(10), editor: false };
  expect(paintCommand('ls', place)).toBe('\x1b[1A\x1b[11G\x1b[Jls\r\n');
  expect(paintCommand('ls', { ...place, editor: true })).toMatch(/^\x1b\[2A/);
  expect(paintCommand('ls', { ...place, typed: 'x'.repeat(11) })).toMatch(/^\x1b\[2A/);
});

it('shows what has several lines as a shell does, and control characters by name', () => {
  const place = { column: 0, width: 80, typed: 'x', editor: true };
  expect(paintCommand('a\nb\x1b[2J\n', place)).toContain('\x1b[Ja\r\n> b^[[2J\r\n');
  expect(paintCommand('x'.repeat(9_000), place).length).toBeLessThan(3_000);
});
