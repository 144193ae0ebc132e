import { describe, expect, it } from 'vitest';
import { withoutBegunSecret } from './begun-secret.js';

describe('a line that has not ended', () => {
  it.each([
    ['token ghp_0123456789abcdefghijklmnopqrstuvwx', 'token '],
    ['x \x1b[1mghp_01\x1b[31m23', 'x \x1b[1m'],
    ['use sk-ant-abc', 'use '],
    ['a="npm_0123', 'a="'],
    ['api_key: abc1', 'api_key: '],
    ['Authorization: Bearer abcdef', 'Authorization: Bearer '],
    ['postgres://me:hunt', 'postgres://me:'],
  ])('is shown without what may become a secret: %j', (line, shown) => {
    expect(withoutBegunSecret(line)).toBe(shown);
  });

  it.each([
    'Password: ',
    'Enter your token:',
    'press any key ',
    'http://localhost:3000',
    'Name: Bob',
    '$ ls -l',
    '10%',
    'token: **** ok',
  ])('is shown whole if nothing has begun: %j', (line) => {
    expect(withoutBegunSecret(line)).toBe(line);
  });
});
