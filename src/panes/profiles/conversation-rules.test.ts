import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../model/mux-error.js';
import { parseProfile } from './parse-profile.js';

function parse(section: string): ReturnType<typeof parseProfile>['conversation'] {
  return parseProfile(`name: test\nrules:\n  - { state: idle, input: empty }\n${section}`, 'test.yaml')
    .conversation;
}

function mistake(section: string): string {
  try {
    parse(section);
  } catch (error) {
    if (isMuxError(error, 'PROFILE_INVALID')) return error.message;
    throw error;
  }
  return '';
}

describe('the conversation section of a profile', () => {
  it('may be left out', () => {
    expect(parse('')).toBeUndefined();
  });

  it('takes a pattern, a list, or conditions', () => {
    const rules = parse(
      "conversation:\n  user: '^> '\n  agent: ['^\\* ', { pattern: '^• ', dim: true }]\n  bottom: { pattern: '^─', above: 1 }\n  indent: 2\n",
    );
    expect(rules).toMatchObject({
      user: [{ pattern: /^> /u }],
      agent: [{ pattern: /^\* /u }, { pattern: /^• /u, dim: true }],
      bottom: [{ pattern: /^─/u, above: 1 }],
      tool: [],
      indent: 2,
      margin: 0,
    });
  });

  it.each([
    ["conversation:\n  usr: '^> '\n", 'line 5: conversation.usr is not a known field'],
    ["conversation:\n  user: '^['\n", 'line 5: conversation.user is not a valid regular expression'],
    ['conversation:\n  user: { dim: true }\n', 'conversation.user.pattern is missing'],
    [
      "conversation:\n  user:\n    - { pattern: 'x', dim: maybe }\n",
      'conversation.user[0].dim is neither true nor false',
    ],
    ['conversation:\n  indent: many\n', 'conversation.indent is not a positive number'],
    ['conversation: yes please\n', 'conversation has no fields'],
  ])('names the line and the field of a mistake', (section, message) => {
    expect(mistake(section)).toContain(message);
  });
});
