import { expect, it } from 'vitest';
import { behindEcho } from './behind-echo.js';

it.each([
  ['echo ready\r\nready\r\n', 'echo ready', '\r\nready\r\n'],
  ['\x1b[?2004h$ echo \x1b[1mready\x1b[m\r\nready', 'echo ready', '\x1b[m\r\nready'],
  ['$ echo a very \r\nlong line\r\na very', 'echo a very long line', '\r\na very'],
  ['$ eecho x\r\nx', 'echo x', '\r\nx'],
  ['$ echo re', 'echo ready', '$ '],
  ['no echo\r\nat all', 'secret', 'no echo\r\nat all'],
  ['\r\nnext', '', '\r\nnext'],
  ['$ echo a very long li\r\r\nne that is bro', 'echo a very long line that is broken', '$ '],
  ['\r\x1b[K/\x1b[K^\b^\x1b[K3\b3\x1b[K0\b0', '/^300', '\r\x1b[K'],
  ['\r\x1b[K/\x1b[K^\b^\x1b[K3\b3\x1b[K0\b0\x1b[K0\b0\r\x1b[K300', '/^300', '\b0\r\x1b[K300'],
  ['\x1b7e\becho\x1b8 x\r\nx', 'echo x', '\r\nx'],
  ['\r\necho\r\n', 'echo ready', '\r\necho\r\n'],
])('leaves what is printed behind the command: %j', (printed, command, rest) => {
  expect(behindEcho(printed, command).behind).toBe(rest);
});
