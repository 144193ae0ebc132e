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

it.each(['\x1b[1m', '\x07', '\0'])(
  'shows nothing of a secret with %j in its midst, wherever it is cut',
  (between) => {
    const text = `it is ${[...secret].join(between)} so\n`;
    for (let size = 1; size <= text.length; size++) {
      const output = redactor();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += output.push(text.slice(at, at + size));
      expect(shown).toBe('it is **** so\n');
    }
  },
);

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

it('hides a secret that is cut where a long line is let go of', () => {
  for (let before = 8_180; before < 8_200; before++) {
    const output = redactor();
    let shown = output.push('x'.repeat(before));
    for (const piece of ` ${secret} and more`.match(/.{1,7}/gs) ?? []) shown += output.push(piece);
    shown += output.flush();
    expect(shown).toBe(`${'x'.repeat(before)} **** and more`);
  }
});

it('hides a private key whose lines come in pieces', () => {
  const key = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQ', '-----END PRIVATE KEY-----'];
  const output = redactor();
  let shown = '';
  for (const piece of `${key.join('\r\n')}\r\n$ `.match(/.{1,5}/gs) ?? []) shown += output.push(piece);
  expect(shown).not.toContain('MIIE');
  expect(shown.endsWith('****\r\n$ ')).toBe(true);
});

it('takes what a program draws in other rows for other lines', () => {
  const output = redactor();
  expect(output.push('\x1b[1;1Hpassword:\x1b[2;')).toBe('\x1b[1;1Hpassword:');
  expect(output.push('1Hname: x\x1b[3;1H')).toBe('\x1b[2;1Hname: x\x1b[3;1H');
});

it('holds the last word where somebody has rules of their own', () => {
  const output = new OutputRedactor(new LiveRedactor({ redactors: [/canary-\d+/] }));
  expect(output.push('a can')).toBe('a ');
  expect(output.push('ary-12')).toBe('');
  expect(output.push('3 b')).toBe('**** ');
  expect(output.flush()).toBe('b');
});

function redactor(): OutputRedactor {
  const live = new LiveRedactor();
  live.hide(secret);
  return new OutputRedactor(live);
}
