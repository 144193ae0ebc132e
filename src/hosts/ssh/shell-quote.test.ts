import { type CommonSpawnOptions, execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyShellWord, NEWLINE_PRELUDE, shellWord } from './shell-quote.js';

/** bash reads the files of the user where its input is a socket, as sshd and Node have it. */
const options: CommonSpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'] };

const loginShells = ['sh', 'dash', 'bash', 'zsh', 'ksh', 'fish', 'tcsh'].filter(
  (shell) => spawnSync(shell, ['-c', 'exit 0'], options).status === 0,
);

describe.each(loginShells)('with %s as the login shell', (shell) => {
  /** What a program gets that is started as `remote-script` does it. */
  function roundTrip(words: readonly string[]): string[] {
    const script = `${NEWLINE_PRELUDE}; printf "%s\\0" ${words.map(shellWord).join(' ')}`;
    const output = execFileSync(shell, ['-c', `exec sh -c ${anyShellWord(script)}`], options);
    return output.toString().split('\0').slice(0, -1);
  }

  test.each([
    ['nothing', ''],
    ['quotes of all kinds', `it's "so" \`so\``],
    ['what csh takes for its history', 'wow! !! !$'],
    ['backslashes, also the last one', 'a\\b\\\\c\\'],
    ['a backslash before a quote', "\\'"],
    ['several lines', 'one\ntwo\n\nthree\n'],
    ['only a newline', '\n'],
    ['what shells expand', '$HOME $(id) * ~ {a,b} [x] =ls %1 #'],
    ['what ends a command', 'a;b&c|d<e>f(g)'],
    ['control characters', '\x01\x07\x1b[31m\t\r\x7f'],
    ['other scripts', 'žluťoučký 漢字 \u{1f600}'],
    ['something like an option', '-n'],
  ])('%s arrives as it is', (_name, word) => {
    expect(roundTrip(['before', word, 'after'])).toEqual(['before', word, 'after']);
  });

  test('any words arrive as they are', () => {
    const awkward = fc.constantFrom("'", '!', '\\', '\n', '"', '$', '`', ' ', '\t', '*', 'a', '\u{1f600}');
    const word = fc.oneof(fc.string({ unit: awkward }), fc.string({ unit: 'binary' }), fc.string());
    const words = fc.array(
      word.map((text) => text.replaceAll('\0', '')),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(words, (given) => {
        // A lone surrogate has no bytes: what arrives is what Node makes of it.
        const expected = given.map((text) => Buffer.from(text).toString());
        expect(roundTrip(given)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

test('a NUL is refused, because no argument can hold one', () => {
  expect(() => shellWord('a\0b')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});

test('plain words stay readable', () => {
  expect(shellWord('/usr/bin/tmux')).toBe('/usr/bin/tmux');
});
