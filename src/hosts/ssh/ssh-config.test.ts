import { expect, test } from 'vitest';
import { parseSshConfig } from './ssh-config.js';

const PATH = 'controlpath /home/me/.ssh/cm-abc\n';

test.each([
  [`controlmaster auto\n${PATH}controlpersist 600\n`, 'always'],
  [`controlmaster auto\n${PATH}controlpersist yes\n`, 'always'],
  [`controlmaster true\n${PATH}controlpersist no\n`, 'while-open'],
  [`controlmaster auto\n${PATH}`, 'while-open'],
  [`controlmaster false\n${PATH}controlpersist 600\n`, 'never'],
  ['controlmaster auto\ncontrolpersist 600\n', 'never'],
  ['controlmaster auto\ncontrolpath none\ncontrolpersist 600\n', 'never'],
  ['hostname box\n', 'never'],
])('of %j the user shares connections %s', (text, sharing) => {
  expect(parseSshConfig(text).sharing).toBe(sharing);
});

test('a keep-alive of the user is seen', () => {
  expect(parseSshConfig('serveraliveinterval 30\n').aliveInterval).toBe(30);
  expect(parseSshConfig('serveraliveinterval 0\n').aliveInterval).toBe(0);
});
