import { expect, it } from 'vitest';
import { rowText, styledRows } from '../vt/styled-rows.js';
import { LiveRedactor } from './live-redactor.js';
import { redactedAnsi, redactedScreen, type StyledLines } from './redacted-screen.js';

const redactor = new LiveRedactor();
redactor.hide('correct-horse');
const redact = (lines: readonly string[]): string[] => redactor.screen(lines);

it('masks a secret that goes over two rows, and keeps the rows and the colours of the rest', () => {
  const screen = screenOf(['\x1b[32mok\x1b[0m  corre', 'ct-horse \x1b[1mb\x1b[0m', 'next'], [0, 0, 1]);
  const { styledRows: rows } = redactedScreen(screen, redact);
  expect(rows.map(rowText)).toEqual(['ok  **** b', '', 'next']);
  expect(rows[0]?.[0]).toMatchObject({ text: 'o', foreground: '32' });
  expect(rows[0]?.at(-1)).toMatchObject({ text: 'b', bold: true });
  expect(redactedAnsi(screen, redact)).toEqual(['\x1b[32mok\x1b[0m  **** \x1b[1mb\x1b[0m', 'next']);
});

it('masks one that is in several colours, and lines of a key', () => {
  const key = 'A'.repeat(64);
  const screen = screenOf(
    [`\x1b[31mcorrect\x1b[0m-horse`, `\x1b[1m${key.slice(0, 10)}\x1b[0m${key.slice(10)}`],
    [0, 1],
  );
  expect(redactedScreen(screen, redact).styledRows.map(rowText)).toEqual(['****', '****']);
  expect(redactedAnsi(screen, redact).join('\n')).not.toMatch(/horse|AAAA/);
});

it('gives a screen without secrets as it is', () => {
  const screen = screenOf(['\x1b[7mone', 'two'], [0, 1]);
  expect(redactedScreen(screen, redact).styledRows).toEqual(screen.styledRows);
});

function screenOf(rows: readonly string[], lineOfRow: readonly number[]): StyledLines {
  return { width: 11, styledRows: rows.map((row) => styledRows(row)[0] ?? []), lineOfRow };
}
