import { describe, expect, it } from 'vitest';
import { localeCheck, nodeCheck, platformCheck, terminalCheck } from './runtime-checks.js';

describe('nodeCheck', () => {
  it.each([
    ['18.20.0', 'failed'],
    ['20.8.1', 'failed'],
    ['20.9.0', 'ok'],
    ['22.0.0', 'ok'],
  ])('says of %s: %s', (version, status) => {
    expect(nodeCheck(version).status).toBe(status);
  });
});

it('sends Windows to WSL', () => {
  expect(platformCheck('win32')).toMatchObject({ status: 'failed', fix: 'Use muxwright inside WSL.' });
  expect(platformCheck('darwin').status).toBe('ok');
});

describe('localeCheck', () => {
  it('takes the first variable that is set, as programs do', () => {
    expect(localeCheck({ LC_ALL: 'C', LANG: 'C.UTF-8' })).toMatchObject({
      status: 'warning',
      detail: 'LC_ALL=C is not UTF-8: programs may print ? instead of letters.',
      fix: 'export LANG=C.UTF-8',
    });
    expect(localeCheck({ LC_ALL: '', LANG: 'de_DE.utf8' })).toMatchObject({
      status: 'ok',
      detail: 'LANG=de_DE.utf8',
    });
    expect(localeCheck({}).detail).toContain('None of LC_ALL, LC_CTYPE, LANG is set');
  });
});

describe('terminalCheck', () => {
  it('warns where nobody could attach', () => {
    expect(terminalCheck({ TERM: 'dumb' }).status).toBe('warning');
    expect(terminalCheck({}).status).toBe('warning');
    expect(terminalCheck({ TERM: 'tmux', TMUX: '/tmp/x,1,2' })).toMatchObject({
      status: 'ok',
      detail: 'TERM=tmux, inside tmux',
    });
  });
});
