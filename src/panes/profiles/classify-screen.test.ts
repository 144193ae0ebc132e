import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import type { StyledScreen } from '../../screen/styled-screen.js';
import { type AgentScreen, classifyScreen } from './classify-screen.js';
import { parseProfile } from './parse-profile.js';
import { loadProfiles, profileFor } from './profile.js';

const profiles = await loadProfiles();
const generic = profileFor(profiles, { command: '', title: '', name: 'generic' });

function seen(capture: string, x: number, y: number, facts: Partial<StyledScreen> = {}): AgentScreen {
  return classifyScreen(generic, screenFromCapture(capture, { cursor: { x, y, visible: true }, ...facts }));
}

describe('the generic profile', () => {
  it('sees a prompt that waits, and what was typed at it', () => {
    expect(seen('user@host:~$ ', 13, 0)).toMatchObject({ state: 'idle', input: { text: '' } });
    expect(seen('user@host:~$ make', 17, 0)).toMatchObject({ state: 'typing', input: { text: 'make' } });
    expect(seen('>>> 6 * 7', 9, 0)).toMatchObject({ state: 'typing', input: { text: '6 * 7' } });
  });

  it('is not certain of anything', () => {
    expect(seen('user@host:~$ ', 13, 0).confidence).toBe('likely');
    expect(seen('──────\n❯ \n──────', 2, 1).confidence).toBe('guess');
  });

  it.each([
    'Overwrite it? [y/N] ',
    'Do you want to continue? [Y/n] ',
    'Proceed (yes/no)? ',
    'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
    'Remove? (y/n): ',
  ])('sees that %j asks for leave', (line) => {
    expect(seen(`some output\n${line}`, line.length, 1)).toMatchObject({
      state: 'permission',
      input: { text: '' },
    });
  });

  it.each([
    'Password: ',
    '[sudo] password for me: ',
    "Enter passphrase for key '/home/me/.ssh/id': ",
    'PIN: ',
  ])('sees that %j asks for a secret', (line) => {
    expect(seen(line, line.length, 0)).toMatchObject({ state: 'question' });
  });

  it('sees what waits for a key', () => {
    expect(seen('Press any key to continue . . .', 31, 0).state).toBe('question');
    expect(seen('text\n--More--(10%)', 8, 1).state).toBe('question');
    expect(seen('text\n(END)', 5, 1, { alternate: true }).state).toBe('question');
    expect(seen('1) one\n2) two\n#? ', 3, 2).state).toBe('question');
  });

  it('sees a list to choose from, with leave or without', () => {
    const question = '? Select a framework: (Use arrow keys)\n\x1b[36m❯ vue\x1b[0m\n  react';
    expect(seen(question, 0, 3, { cursor: { x: 0, y: 3, visible: false } })).toMatchObject({
      state: 'question',
      menu: { title: 'Select a framework: (Use arrow keys)', highlighted: 0 },
      input: undefined,
    });
    const permission = 'Allow execution?\n● 1. Yes, allow once\n  2. No\n';
    expect(seen(permission, 0, 4, { cursor: { x: 0, y: 4, visible: false } })).toMatchObject({
      state: 'permission',
    });
  });

  it('sees work by what is said about stopping it, by spinners and by the title', () => {
    const box = '\n──────\n> \n──────\n  status';
    expect(seen(`⠏ Reading files (esc to cancel, 3s)${box}`, 2, 2).state).toBe('working');
    expect(seen(`text${box}\n  press ctrl+c to stop`, 2, 2).state).toBe('working');
    expect(seen(`text${box}`, 2, 2, { title: '⠋ at it' }).state).toBe('working');
    expect(seen(`text${box}`, 2, 2, { title: 'done' }).state).toBe('idle');
  });

  it('is not taken in by an answer about menus above an input box', () => {
    const answer =
      '● Say:\n  Do you want to proceed?\n  ❯ 1. Yes\n    2. No\n──────\n❯ \n──────\n  ? for shortcuts';
    expect(seen(answer, 2, 5)).toMatchObject({ state: 'idle', menu: undefined, input: { text: '' } });
  });

  it('is not taken in by a numbered list, typed or answered', () => {
    const list = '  1. Read\n  2. Write\n──────\n❯ 1. first\n  2. second\n──────';
    expect(seen(list, 11, 4)).toMatchObject({
      state: 'typing',
      menu: undefined,
      input: { text: '1. first\n2. second' },
    });
  });

  it('says nothing about an empty screen, a dead pane, and programs it cannot read', () => {
    expect(seen('', 0, 0)).toMatchObject({ state: 'unknown', evidence: 'the screen is empty' });
    expect(seen('$ ', 2, 0, { dead: true })).toMatchObject({ state: 'unknown', input: undefined });
    expect(seen('~\n~\n"x" 1L, 2B', 0, 0, { alternate: true }).state).toBe('unknown');
  });

  it('works in a terminal of 20 by 5', () => {
    const small = `${'─'.repeat(20)}\n❯ a long message t\n  hat wraps\n${'─'.repeat(20)}`;
    expect(seen(small, 11, 2, { width: 20, height: 5 })).toMatchObject({
      state: 'typing',
      input: { firstRow: 1 },
    });
    expect(
      seen('Run it?\n❯ 1. Yes, and do\n     not ask\n  2. No', 0, 4, {
        width: 20,
        height: 5,
        cursor: { x: 0, y: 4, visible: false },
      }).menu?.options.map((option) => option.label),
    ).toEqual(['Yes, and do not ask', 'No']);
  });

  it('says what it saw', () => {
    expect(seen('some output\nOverwrite it? [y/N] ', 20, 1).evidence).toBe(
      "permission: row 1 'Overwrite it? [y/N]'",
    );
  });
});

describe('a profile of a user', () => {
  it('does with data alone what the shipped ones do', () => {
    const profile = parseProfile(
      `
name: mine
input: { detect: border, border: '^≈≈', markers: ['✎'] }
menu: { pointers: ['⇒'] }
queued: { match: '^ ~ (.*)$' }
completions: { where: below, match: '^ @(\\S+)', sure: true }
rules:
  - { state: permission, menu: true, asks: 'Really' }
  - { state: working, title: '^busy' }
  - { state: error, rows: [{ entry: '^\\w+:', match: '^fault:', where: above }] }
  - { state: typing, input: filled }
  - { state: idle, confidence: likely, input: empty, marker: plain, rows: [{ absent: 'starting', where: bottom, within: 2 }] }
`,
      'mine.yaml',
    );
    const read = (capture: string, x: number, y: number, facts: Partial<StyledScreen> = {}) =>
      classifyScreen(profile, screenFromCapture(capture, { cursor: { x, y, visible: true }, ...facts }));
    expect(read('≈≈≈\n✎ \n≈≈≈', 2, 1)).toMatchObject({ state: 'idle', confidence: 'likely' });
    expect(read('≈≈≈\n✎ \n≈≈≈\nstarting', 2, 1).state).toBe('unknown');
    expect(read('≈≈≈\n\x1b[2m✎\x1b[0m \n≈≈≈', 2, 1).state).toBe('unknown');
    expect(read('≈≈≈\n✎ hi\n≈≈≈\n @one\n @two', 4, 1)).toMatchObject({
      state: 'typing',
      completions: { options: [{ label: 'one' }, { label: 'two' }] },
    });
    expect(read(' ~ later\n≈≈≈\n✎ hi\n≈≈≈', 4, 2, { title: 'busy' })).toMatchObject({
      state: 'working',
      queued: ['later'],
    });
    expect(read('ok: fine\nfault: disk\n≈≈≈\n✎ \n≈≈≈', 2, 3).state).toBe('error');
    expect(read('fault: disk\nok: fine\n≈≈≈\n✎ \n≈≈≈', 2, 3).state).toBe('idle');
    expect(read('Really?\n⇒ 1. Do it\n  2. Leave it', 0, 1)).toMatchObject({
      state: 'permission',
      menu: { highlighted: 0 },
    });
  });
});

describe('classifyScreen', () => {
  it('never fails, whatever the screen and the profile', () => {
    const text = fc.oneof(
      fc.stringMatching(/^[❯›>$ │─╭a1.)•●\x1b[0-9;m日🙂\u00a0]{0,60}$/u),
      fc.constantFrom(
        '─'.repeat(40),
        '❯ 1. Yes',
        '  2. No',
        '› ',
        '❯\u00a0',
        '  ❯ queued',
        '• Working (1s • esc to interrupt)',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    const size = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 20 }),
        size,
        size,
        fc.tuple(fc.nat(70), fc.nat(70), fc.boolean()),
        (rows, width, height, [x, y, visible]) => {
          const screen = screenFromCapture(rows.join('\n'), { width, height, cursor: { x, y, visible } });
          for (const profile of profiles) {
            const result = classifyScreen(profile, screen);
            expect(result.evidence).not.toBe('');
            if (result.menu) expect(result.menu.options.length).toBeGreaterThan(1);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
