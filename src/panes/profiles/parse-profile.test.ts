import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMuxError, type MuxError } from '../../model/mux-error.js';
import { parseProfile } from './parse-profile.js';

function mistakeIn(text: string): MuxError {
  try {
    parseProfile(text, 'mine.yaml');
  } catch (error) {
    if (isMuxError(error, 'PROFILE_INVALID')) return error;
    throw error;
  }
  throw new Error('there was no mistake');
}

describe('parseProfile', () => {
  it('reads a profile with everything that the shipped ones use', () => {
    const profile = parseProfile(
      `
name: mine
description: My agent
programs: [mine, mine-beta]
titles: ['^mine']
banner: 'Mine (?<version>[\\d.]+)'
versions: '>=1 <2'
input: { detect: border, markers: ['✎'], modes: ['!'], border: '^≈', cursor: visible, placeholders: ['^Say'], muted-when-empty: ghost, paste-markers: ['\\[P\\]'] }
menu: { pointers: ['→'] }
queued: { match: '^~ (.*)', more: '^ {2}(.*)', muted: text }
completions: { where: above, match: '^/(.*)', sure: true }
keys: { submit: [C-j], clear: [C-u, C-k], dismiss: Escape, interrupt: [C-c] }
enter-after: 0
text-at-work: true
conversation: { user: '^You', agent: '^Mine' }
rules:
  - { state: working, confidence: likely, title: '/^busy/i', input: present, found: border, marker: muted, cursor: hidden, alternate: true }
  - state: permission
    menu: true
    asks: 'sure'
    option: '^Yes'
    rows: [{ match: 'a', where: menu, within: 3, entry: '^b' }, { absent: 'c' }]
`,
      'mine.yaml',
    );
    expect(profile).toMatchObject({ name: 'mine', source: 'mine.yaml', programs: ['mine', 'mine-beta'] });
    expect(profile.input).toMatchObject({
      detect: 'border',
      markers: ['✎'],
      mutedWhenEmpty: 'ghost',
      border: /^≈/u,
    });
    expect(profile.keys).toEqual({
      submit: ['C-j'],
      clear: ['C-u', 'C-k'],
      dismiss: ['Escape'],
      interrupt: ['C-c'],
    });
    expect(profile.enterAfterMs).toBe(0);
    expect(profile.takesTextAtWork).toBe(true);
    expect(profile.queued).toEqual([{ match: /^~ (.*)/u, more: /^ {2}(.*)/u, muted: 'text', sure: false }]);
    expect(profile.rules[0]).toMatchObject({ title: /^busy/iu, found: ['border'], confidence: 'likely' });
    expect(profile.rules[1]?.rows).toEqual([
      { pattern: /a/u, absent: false, where: 'menu', within: 3, entry: /^b/u },
      { pattern: /c/u, absent: true, where: 'screen', within: 40, entry: undefined },
    ]);
  });

  it('reads JSON', () => {
    expect(parseProfile('{"name": "j", "rules": [{"state": "idle"}]}', 'j.json').name).toBe('j');
  });

  it.each([
    ['a field nobody knows', 'name: a\nrules: []\ncolour: red', 3, 'colour'],
    ['a field nobody knows in a rule', 'name: a\nrules:\n  - state: idle\n    tilte: x', 4, 'rules[0].tilte'],
    ['no name', 'rules: []', 1, 'name'],
    ['no rules', 'name: a', 1, 'rules'],
    ['a state there is not', 'name: a\nrules:\n  - state: sleeping', 3, 'rules[0].state'],
    ['no state', 'name: a\nrules:\n  - menu: true', 3, 'rules[0].state'],
    ['a broken expression', "name: a\nrules:\n  - { state: idle, title: '(' }", 3, 'rules[0].title'],
    ['an expression of another language', "name: a\nbanner: '(?i)x'\nrules: []", 2, 'banner'],
    [
      'an invalid number',
      'name: a\nrules:\n - {state: idle, rows: [{match: x, within: many}]}',
      3,
      'rules[0].rows[0].within',
    ],
    [
      'a number below 1',
      'name: a\nrules:\n - {state: idle, rows: [{match: x, within: 0}]}',
      3,
      'rules[0].rows[0].within',
    ],
    ['neither true nor false', 'name: a\nrules:\n  - { state: idle, menu: maybe }', 3, 'rules[0].menu'],
    [
      'match and absent at once',
      'name: a\nrules:\n - {state: idle, rows: [{match: x, absent: y}]}',
      3,
      'rules[0].rows[0]',
    ],
    ['a negative time', 'name: a\nenter-after: -1\nrules: []', 2, 'enter-after'],
    ['an invalid range', 'name: a\nversions: newest\nrules: []', 2, 'versions'],
    ['text instead of fields', 'name: a\ninput: border\nrules: []', 2, 'input'],
    [
      'a place there is not',
      'name: a\ncompletions: { where: left, match: x }\nrules: []',
      2,
      'completions.where',
    ],
    ['a list instead of fields', '- name: a', 1, ''],
    ['an empty file', '', 1, ''],
    ['a number instead of text', 'name: 7\nrules: []', 1, 'name'],
  ])('names line and field of %s', (_, text, line, field) => {
    const error = mistakeIn(text);
    expect(error.details).toEqual({ file: 'mine.yaml', line, field });
    expect(error.message).toContain(`mine.yaml, line ${line}: ${field}`);
    expect(error.suggestion).toMatch(/\S/u);
  });

  it('names the line of invalid YAML', () => {
    const error = mistakeIn('name: a\nrules: [\n  - x');
    expect(error.message).toMatch(/^mine\.yaml, line \d+: this is not valid YAML/u);
    expect(error.details).toMatchObject({ file: 'mine.yaml' });
  });

  it('says what can be written instead', () => {
    expect(mistakeIn('name: a\nrules:\n  - state: sleeping').suggestion).toContain('working');
    expect(mistakeIn('name: a\nruels: []').suggestion).toContain('rules');
  });

  it('fails in no other way, whatever the file', () => {
    const words = fc.constantFrom(
      'name',
      'rules',
      'state',
      ':',
      '-',
      ' ',
      '\n',
      '[',
      '{',
      "'",
      '&a',
      '*a',
      'idle',
      '\t',
      '!',
      '|',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        try {
          parseProfile(parts.join(''), 'x.yaml');
        } catch (error) {
          expect(isMuxError(error, 'PROFILE_INVALID')).toBe(true);
        }
      }),
    );
  });
});
