import { describe, expect, it } from 'vitest';
import { LiveRedactor } from './live-redactor.js';
import { RedactingStream } from './redacting-stream.js';
import { bytesOfText } from './text-of-bytes.js';

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
    expect(shown + output.end()).toBe(wanted);
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

it('releases a line that never ends', () => {
  const output = redactor();
  let shown = '';
  for (let count = 0; count < 1_000; count++) shown += output.push(`\x1b[1;1Hframe ${count} `);
  expect(shown).toContain('frame 999');
  expect(shown.match(/frame/g)).toHaveLength(1_000);
});

it('learns secrets while it is in use', () => {
  const live = new LiveRedactor();
  const output = new RedactingStream(live);
  expect(output.push('horse')).toBe('horse');
  live.hide('battery');
  expect(output.push(' batt')).toBe(' ');
  expect(output.push('ery\n')).toBe('****\n');
});

it('hides a secret that is cut where a long line is released', () => {
  for (let before = 8_180; before < 8_200; before++) {
    const output = redactor();
    let shown = output.push('x'.repeat(before));
    for (const piece of ` ${secret} and more`.match(/.{1,7}/gs) ?? []) shown += output.push(piece);
    shown += output.end();
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

it('holds the last word if there are custom rules', () => {
  const output = new RedactingStream(new LiveRedactor({ redactors: [/canary-\d+/] }));
  expect(output.push('a can')).toBe('a ');
  expect(output.push('ary-12')).toBe('');
  expect(output.push('3 b')).toBe('**** ');
  expect(output.end()).toBe('b');
});

function redactor(): RedactingStream {
  const live = new LiveRedactor();
  live.hide(secret);
  return new RedactingStream(live);
}

const token = `ghp_${'0123456789'.repeat(4)}`;

function redacted(pieces: readonly string[], redactor = new LiveRedactor()): string {
  const redaction = new RedactingStream(redactor, { keepsColumns: true });
  const shown = pieces.map((piece) => redaction.push(Buffer.from(piece)));
  return [...shown, redaction.end()].join('');
}

describe('output for a terminal', () => {
  it('shows what has no newline at once', () => {
    const redaction = new RedactingStream(new LiveRedactor());
    expect(redaction.push(Buffer.from('Name: '))).toBe('Name: ');
    expect(redaction.push(Buffer.from('A'))).toBe('A');
    expect(redaction.push(Buffer.from('da\r\n'))).toBe('da\r\n');
  });

  it('passes everything else byte for byte, also invalid UTF-8 and characters that are cut', () => {
    const bytes = Buffer.concat([
      Buffer.from('\x1b[31mgrün 🚀\x1b[0m\r\n'),
      Buffer.from([0xff, 0x00, 0xc3]),
      Buffer.from('\n'),
    ]);
    for (let size = 1; size < bytes.length; size++) {
      const redaction = new RedactingStream(new LiveRedactor());
      const shown: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        shown.push(redaction.push(bytes.subarray(at, at + size)));
      expect(Buffer.concat([...shown, redaction.end()].map(bytesOfText))).toEqual(bytes);
    }
  });

  it('hides a token wherever it is cut, and shows nothing of it before', () => {
    const text = `the token is ${token} here\r\n`;
    for (let at = 1; at < text.length; at++) {
      // The common prefix of a kind of tokens is not a secret.
      expect(redacted([text.slice(0, at), text.slice(at)])).toMatch(
        /^the token is (?:g|gh|ghp)?\*{4} here\r\n$/,
      );
    }
  });

  it('hides what a custom rule matches, also in pieces', () => {
    const redactor = new LiveRedactor({ redactors: [/blue-\d+/] });
    expect(redacted(['say bl', 'ue-4', '711 now\n'], redactor)).toBe('say **** now\n');
  });

  it('shows what it holds when nothing comes for a while', () => {
    const redaction = new RedactingStream(new LiveRedactor({ redactors: [/blue-\d+/] }));
    expect(redaction.push(Buffer.from('Colour: green'))).toBe('Colour: ');
    expect(redaction.release()).toBe('green');
    expect(redaction.push(Buffer.from('ish\n'))).toBe('ish\n');
  });

  it('hides a private key line by line', () => {
    const key = [
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      'b3BlbnNzaC1rZXktdjEAAAAA',
      '-----END OPENSSH PRIVATE KEY-----',
      'done',
      '',
    ];
    expect(redacted([key.join('\n')])).toBe('****\n****\n****\ndone\n');
  });

  it('keeps the columns of a full-screen program', () => {
    const line = `\x1b[?1049h\x1b[2;1Hkey ${token} |\x1b[3;1H~`;
    expect(redacted([line])).toBe(`\x1b[?1049h\x1b[2;1Hkey ${'*'.repeat(token.length)} |\x1b[3;1H~`);
  });
});

describe('output whose beginning was shown', () => {
  it('is not shown twice when it turns out to be no token', () => {
    expect(redacted(['it gh', 'p_', 'zz done\n'])).toBe('it ghp_zz done\n');
  });

  it.each([
    ['a password behind its name', [' password: ', 'hunter2', 'abc', ' ok\n'], ' password: **** ok\n'],
    ['a token', [' gh', 'p_', '0123456789'.repeat(4), ' ok\n'], ' gh**** ok\n'],
    [
      'a quoted password of many words',
      [' password: "', ...Array.from({ length: 1_000 }, () => 'word word '), '" ok\n'],
      ' password: "****" ok\n',
    ],
  ])('is still known where a row is very long: %s', (_, pieces, shown) => {
    const before = 'x '.repeat(4_200);
    const [first = '', ...rest] = pieces;
    expect(redacted([before + first, ...rest])).toBe(before + shown);
  });
});

describe('whole lines', () => {
  it('are shown when they have ended, and hide what was learned meanwhile', () => {
    const live = new LiveRedactor();
    const lines = new RedactingStream(live, { wholeLines: true });
    expect(lines.push('it is correct\x1b[5;1H horse ')).toBe('');
    expect(lines.release()).toBe('');
    live.hide('horse battery');
    expect(lines.push(Buffer.from('battery\r\nnext'))).toBe('it is correct\x1b[5;1H ****\r\n');
    expect(lines.holding).toBe(true);
    expect(lines.end()).toBe('next');
  });

  it('hide a private key', () => {
    const lines = new RedactingStream(new LiveRedactor(), { wholeLines: true });
    const shown = ['-----BEGIN PRIVATE KEY-----\nMII', 'Evg\n-----END PRIVATE KEY', '-----\nok\n'];
    expect(shown.map((piece) => lines.push(piece)).join('')).toBe('****\n****\n****\nok\n');
  });
});
