import { expect, it } from 'vitest';
import { LiveRedactor } from './live-redactor.js';
import { OutputRedactor } from './output-redactor.js';

const secret = 'correct-horse';

it('hides a secret wherever it is cut, and shows all the rest in order', () => {
  const text = `first\r\nthe word is ${secret}, said \x1b[31m${secret}\x1b[0m\r\ncorrect is half a word\r\n$ `;
  const wanted = text.replaceAll(secret, '****');
  for (let size = 1; size <= text.length; size++) {
    const output = redactor();
    let shown = '';
    for (let at = 0; at < text.length; at += size) {
      shown += output.push(text.slice(at, at + size));
      expect(shown).not.toContain(secret);
    }
    expect(shown + output.flush()).toBe(wanted);
  }
});

it('shows a question at once, and hides the token that is printed behind it', () => {
  const output = redactor();
  expect(output.push('Password: ')).toBe('Password: ');
  expect(output.push('ghp_')).toBe('');
  expect(output.push('abcdefghijklmnopqrstuvwxyz0123456789\n')).toBe('****\n');
});

it('lets go of a line that never ends', () => {
  const output = redactor();
  let shown = '';
  for (let count = 0; count < 1_000; count++) shown += output.push(`\x1b[1;1Hframe ${count} `);
  expect(shown).toContain('frame 999');
  expect(shown.match(/frame/g)).toHaveLength(1_000);
});

it('learns secrets while it is in use', () => {
  const live = new LiveRedactor();
  const output = new OutputRedactor(live);
  expect(output.push('horse')).toBe('horse');
  live.hide('battery');
  expect(output.push(' batt')).toBe(' ');
  expect(output.push('ery\n')).toBe('****\n');
});

function redactor(): OutputRedactor {
  const live = new LiveRedactor();
  live.hide(secret);
  return new OutputRedactor(live);
}
