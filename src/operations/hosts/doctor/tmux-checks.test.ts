import { describe, expect, it } from 'vitest';
import { parseVersion } from '../../../tmux/version.js';
import { serverCheck, socketCheck } from './tmux-checks.js';

const facts = { version: parseVersion('3.4'), serverVersion: undefined, sessions: [], quirks: [] };

describe('serverCheck', () => {
  it('warns of a server that is older than the program', () => {
    const old = { ...facts, serverVersion: parseVersion('3.2'), sessions: ['a', 'b'] };
    expect(serverCheck(old)).toMatchObject({
      status: 'warning',
      detail: '3.2, 2 sessions: a, b. The installed program is 3.4: the server was started before an update.',
    });
  });

  it('is content without a server', () => {
    expect(serverCheck(facts).status).toBe('ok');
  });
});

it('recommends a private socket where the default server is in use', () => {
  expect(socketCheck({ ...facts, sessions: ['a'] })).toMatchObject({
    status: 'warning',
    fix: expect.stringContaining('local?socket=NAME'),
  });
  expect(socketCheck(facts)).not.toHaveProperty('fix');
});
