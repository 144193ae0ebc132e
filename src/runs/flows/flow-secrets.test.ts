import { describe, expect, it } from 'vitest';
import { claudeTokenFlow } from './claude-token-flow.js';
import type { Flow } from './flow.js';
import { hideSecrets, knownSecrets } from './flow-secrets.js';

const token = `sk-ant-oat01-${'a'.repeat(40)}`;

describe('the secrets of a flow', () => {
  it('are hidden from the start as far as they are known', () => {
    const inputs = { code: 'the-code', other: 'not-asked-for' };
    const known = knownSecrets(claudeTokenFlow, { inputs, redactors: [/mine/], secrets: ['own'] });
    expect(known.secrets).toEqual(['own', 'the-code']);
    expect(known.redactors?.map(String)).toEqual(['/mine/', expect.stringContaining('sk-ant-oat')]);
  });

  it('do not include inputs that are asked for later, or may be seen', () => {
    const open: Flow = { ...claudeTokenFlow, steps: [{ when: /name/, answer: { input: 'name' } }] };
    expect(knownSecrets(open, { inputs: { name: 'Ada' } }).secrets).toEqual([]);
    expect(knownSecrets(claudeTokenFlow, { inputs: { code: () => 'later' } }).secrets).toEqual([]);
  });

  it('are left to scrubbing where a pattern cannot be given to the recorder', () => {
    const values = [{ name: 'odd', pattern: /(?<=secret: )(\w)\1+/, secret: true }];
    const odd: Flow = { ...claudeTokenFlow, extract: [{ tool: 'odd', description: 'Odd.', values }] };
    expect(knownSecrets(odd, {}).redactors).toEqual([]);
  });

  it('are hidden in what is told, also those that became known meanwhile', () => {
    expect(
      hideSecrets({ secrets: ['one'] }, ['', 'two\nthree-and-more'], `one two three-and-more ${token}`),
    ).toBe('**** two **** ****');
  });
});
