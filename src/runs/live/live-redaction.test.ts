import { describe, expect, it } from 'vitest';
import { LiveRedactor } from '../../recorder/live-redactor.js';
import { LiveRedaction } from './live-redaction.js';

const token = `ghp_${'0123456789'.repeat(4)}`;

function redacted(pieces: readonly string[], redactor = new LiveRedactor()): string {
  const redaction = new LiveRedaction(redactor);
  const shown = pieces.map((piece) => redaction.push(Buffer.from(piece)));
  return Buffer.concat([...shown, redaction.end()]).toString();
}

describe('LiveRedaction', () => {
  it('shows what has no newline at once', () => {
    const redaction = new LiveRedaction(new LiveRedactor());
    expect(redaction.push(Buffer.from('Name: ')).toString()).toBe('Name: ');
    expect(redaction.push(Buffer.from('A')).toString()).toBe('A');
    expect(redaction.push(Buffer.from('da\r\n')).toString()).toBe('da\r\n');
  });

  it('passes everything else byte for byte, also what is no UTF-8 and characters that are cut', () => {
    const bytes = Buffer.concat([
      Buffer.from('\x1b[31mgrün 🚀\x1b[0m\r\n'),
      Buffer.from([0xff, 0x00, 0xc3]),
      Buffer.from('\n'),
    ]);
    for (let size = 1; size < bytes.length; size++) {
      const redaction = new LiveRedaction(new LiveRedactor());
      const shown: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size)
        shown.push(redaction.push(bytes.subarray(at, at + size)));
      expect(Buffer.concat([...shown, redaction.end()])).toEqual(bytes);
    }
  });

  it('hides a token wherever it is cut, and shows nothing of it before', () => {
    const text = `the token is ${token} here\r\n`;
    for (let at = 1; at < text.length; at++) {
      // What all tokens of a kind begin with is no secret.
      expect(redacted([text.slice(0, at), text.slice(at)])).toMatch(
        /^the token is (?:g|gh|ghp)?\*{4} here\r\n$/,
      );
    }
  });

  it('hides what a rule of its own matches, also in pieces', () => {
    const redactor = new LiveRedactor({ redactors: [/blue-\d+/] });
    expect(redacted(['say bl', 'ue-4', '711 now\n'], redactor)).toBe('say **** now\n');
  });

  it('shows what it holds when nothing comes for a while', () => {
    const redaction = new LiveRedaction(new LiveRedactor({ redactors: [/blue-\d+/] }));
    expect(redaction.push(Buffer.from('Colour: green')).toString()).toBe('Colour: ');
    expect(redaction.flush().toString()).toBe('green');
    expect(redaction.push(Buffer.from('ish\n')).toString()).toBe('ish\n');
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
