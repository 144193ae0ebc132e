import { expect, it } from 'vitest';
import { checkCommand, commandPayload } from './command-payload.js';

it('is printable ASCII in short lines that printf makes the command of again', () => {
  const command = `echo 'é\t"\\n" %s \x01'\n${'long '.repeat(2_000)}`;
  const payload = commandPayload('abc', '\x1b[1A', command);
  expect(payload).toMatch(/^[ -~\n]*$/);
  const lines = payload.trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1_100);
  const [header, paint, dot] = lines;
  const text = lines.slice(3, -1).join('');
  expect([header, paint, dot, lines.at(-1)]).toEqual([`abc 8 ${text.length}`, '\\0033[1A', '.', '..']);
  expect(printed(text)).toBe(command);
});

it.each(['.', '..', '-x'])('cannot be taken for an end or an option: %s', (command) => {
  expect(commandPayload('abc', 'p', command).split('\n').slice(3, -2)).toEqual([` ${command}`]);
});

it('refuses what is empty or has a NUL byte', () => {
  expect(() => checkCommand('\n ')).toThrow(/empty/);
  expect(() => checkCommand('a\0')).toThrow(/NUL/);
});

/** What `printf %b` does with the escapes that are used. */
function printed(text: string): string {
  const bytes = text.replaceAll(/\\(0[0-7]{3}|.)/g, (_, code: string) =>
    code === 'n' ? '\n' : code === '\\' ? '\\' : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
