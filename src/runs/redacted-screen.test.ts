import { expect, it } from 'vitest';
import { LiveRedactor } from '../recorder/live-redactor.js';
import { joinWrapped } from '../screen/join-wrapped.js';
import { rowText, styledRows } from '../screen/styled-rows.js';
import type { StyledScreen } from '../screen/styled-screen.js';
import { redactedAnsi, redactedScreen } from './redacted-screen.js';

const redactor = new LiveRedactor();
redactor.hide('correct-horse');
const redact = (lines: readonly string[]): string[] => redactor.screen(lines);

it('masks a secret that goes over two rows, and keeps the rows and the colours of the rest', () => {
  const screen = screenOf(
    ['\x1b[32mok\x1b[0m  corre', 'ct-horse \x1b[1mb\x1b[0m', 'next'],
    ['ok  correct-horse b', 'next'],
  );
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
    ['correct-horse', key],
  );
  expect(redactedScreen(screen, redact).styledRows.map(rowText)).toEqual(['****', '****']);
  expect(redactedAnsi(screen, redact).join('\n')).not.toMatch(/horse|AAAA/);
});

it('gives a screen without secrets as it is', () => {
  const screen = screenOf(['\x1b[7mone', 'two'], ['one', 'two']);
  expect(redactedScreen(screen, redact).styledRows).toEqual(screen.styledRows);
});

function screenOf(rows: readonly string[], joined: readonly string[]): StyledScreen {
  const styled = rows.map((row) => styledRows(row)[0] ?? []);
  const texts = styled.map(rowText);
  return {
    width: 11,
    height: rows.length,
    historySize: 0,
    rows: texts,
    ...joinWrapped(texts, joined),
    cursor: { x: 0, y: 0, visible: false },
    title: '',
    alternate: false,
    inMode: false,
    dead: false,
    styledRows: styled,
  };
}
