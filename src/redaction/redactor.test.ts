import { describe, expect, it } from 'vitest';
import { MAX_BLOCK_LINES } from './redaction-rule.js';
import { redactionRules } from './redaction-rules.js';
import { Redactor } from './redactor.js';

const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`;

function redacts(line: string, options: Parameters<typeof redactionRules>[0] = {}): string {
  return new Redactor(redactionRules(options)).line(line);
}

describe('the redactor', () => {
  it('hides all matches in a line, of one pattern after the other [A36]', () => {
    const redactors = [/k-\d+/, /\*\*\*\* and x/i];
    expect(redacts('k-1, k-22 AND X, k-', { redactors })).toBe('****, ****, k-');
  });

  it('hides secrets word for word, the longest first', () => {
    const secrets = ['abc', 'abc.*def', ''];
    expect(redacts('abc.*def abcxdef', { secrets, builtInRedactors: false })).toBe('**** ****xdef');
  });

  it('hides each line of a secret that has several', () => {
    const redactor = new Redactor(redactionRules({ secrets: ['first line\n}\r\nsecond line\n'] }));
    expect(redactor.text('a first line\r\n}\r\nsecond line b')).toBe('a ****\r\n}\r\n**** b');
  });

  it('respects flags, and minds none that are about the search itself', () => {
    const sticky = /x+/y;
    sticky.lastIndex = 3;
    expect(redacts('axxbx', { redactors: [sticky] })).toBe('a****b****');
    expect(redacts('aXb', { redactors: [/x/gi] })).toBe('a****b');
    expect(redacts('😀.', { redactors: [/^.\./] })).toBe('****');
  });

  it('hides nothing where a pattern matches nothing', () => {
    expect(redacts('abxb', { redactors: [/x*/] })).toBe('ab****b');
  });

  it('applies what no filter can do', () => {
    expect(redacts('ab a', { redactors: [/(?<=a.*)b|(?<=\s+)a/] })).toBe('a**** ****');
  });

  it('finds a secret with escape sequences in its midst and hides them with it', () => {
    const half = `\x1b[1m${token.slice(0, 3)}\x1b[31m${token.slice(3, 20)}\x1b[0m\x0f${token.slice(20)}`;
    expect(redacts(`\x1b[32mok\x1b[0m ${half}\x1b[K done`)).toBe('\x1b[32mok\x1b[0m \x1b[1m****\x1b[K done');
    expect(redacts(`${token} \x1b[1mb\x1b[0m ${token}`)).toBe('**** \x1b[1mb\x1b[0m ****');
  });

  it('finds a secret with characters in its midst that no terminal shows', () => {
    const secrets = ['hunter-two'];
    for (const code of [0, 1, 7, 14, 24, 26, 28, 31, 127]) {
      const between = String.fromCharCode(code);
      expect(redacts(`\x07a ${[...'hunter-two'].join(between)}${between} b`, { secrets })).toBe(
        `\x07a ****${between} b`,
      );
    }
    expect(redacts('hunter\b-two hunter\t-two', { secrets })).toBe('hunter\b-two hunter\t-two');
  });

  it('finds a secret that has such characters itself: as it is, as it is shown, as it is echoed', () => {
    const secrets = ['open\x07\0sesame', 'es\x1bcape', 'y\x07\x07\x07'];
    expect(redacts('1 open\x07\0sesame 2 opensesame 3 open^G^@sesame', { secrets })).toBe(
      '1 **** 2 **** 3 ****',
    );
    expect(redacts('es\x1bcape es^[cape', { secrets })).toBe('**** ****');
    expect(redacts('y y\x07\x07\x07 yes', { secrets })).toBe('y **** yes');
  });

  it('finds what a sequence seems to have eaten a letter of', () => {
    expect(redacts('\x1bhunter-two', { secrets: ['hunter-two'] })).toBe('\x1b****');
  });

  it('hides secrets in titles and links', () => {
    expect(redacts(`\x1b]0;run ${token}\x07$ ls`)).toBe('\x1b]0;run ****\x07$ ls');
    expect(redacts('\x1b]8;;https://me:pw@x.test\x1b\\link\x1b]8;;\x1b\\')).toBe(
      '\x1b]8;;https://me:****x.test\x1b\\link\x1b]8;;\x1b\\',
    );
    expect(redacts(`\x1b]0;never ended ${token}`)).toBe('\x1b]0;never ended ****');
  });

  it('leaves a line as it is where nothing is to be hidden', () => {
    const line = '\x1b[1;31mError\x1b[0m: \x1b]0;title\x07no such \x1b(Bfile\r50%\r\x1b[K100%\x1b';
    expect(redacts(line)).toBe(line);
  });

  it('remembers a block from line to line', () => {
    const lines = new Redactor(redactionRules()).lines();
    expect(lines.line('\x1b[1m-----BEGIN \x1b[0mRSA PRIVATE KEY-----')).toBe('****');
    expect(lines.line('abc')).toBe('****');
    expect(lines.line('-----END RSA PRIVATE KEY-----')).toBe('****');
    expect(lines.line('abc')).toBe('abc');
    expect(lines.line('K="-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----"')).toBe('****');
    expect(lines.line('abc')).toBe('abc');
  });

  it('does not let a block without an end hide everything', () => {
    const lines = new Redactor(redactionRules()).lines();
    lines.line('-----BEGIN PRIVATE KEY-----');
    const hidden = Array.from({ length: MAX_BLOCK_LINES + 2 }, () => lines.line('x'));
    expect(hidden.filter((line) => line === '****')).toHaveLength(MAX_BLOCK_LINES);
    expect(hidden.at(-1)).toBe('x');
  });

  it('hides no tokens by itself if that is switched off', () => {
    expect(redacts(token, { builtInRedactors: false })).toBe(token);
  });
});
