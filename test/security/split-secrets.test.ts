import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveRedactor } from '../../src/redaction/live-redactor.js';
import { RedactingStream } from '../../src/redaction/redacting-stream.js';
import { sized } from '../soak.js';

/** The last three begin with what they end with, or contain each other. */
const SECRETS = [
  'correct horse battery staple',
  'with "quotes" & signs',
  'größe 日本 🚀 zwei',
  'tomato',
  'abab abab',
  'horse battery',
];

const redactor = new LiveRedactor({ secrets: SECRETS, redactors: [/order \d+ of [a-z]+ end/] });

type Stream = (pieces: readonly Buffer[]) => string;

const STREAMS: Readonly<Record<string, Stream>> = {
  'run.terminal': (pieces) => {
    const redaction = new RedactingStream(redactor, { keepsColumns: true });
    return [...pieces.map((piece) => redaction.push(piece)), redaction.end()].join('');
  },
  'run.terminal with a full-screen program': (pieces) => {
    const redaction = new RedactingStream(redactor, { keepsColumns: true });
    redaction.push(Buffer.from('\x1b[?1049h'));
    return [...pieces.map((piece) => redaction.push(piece)), redaction.end()].join('');
  },
  'a watched pane': (pieces) => {
    const output = new RedactingStream(redactor);
    const decoder = new TextDecoder();
    const shown = pieces.map((piece) => output.push(decoder.decode(piece, { stream: true })));
    return shown.join('') + output.push(decoder.decode()) + output.end();
  },
};

const part = fc.oneof(
  fc.constantFrom(...SECRETS),
  fc.constantFrom(...SECRETS).chain((secret) => fc.nat(secret.length).map((end) => secret.slice(0, end))),
  fc.constantFrom(...SECRETS).map((secret) => [...secret].join('\x1b[1m')),
  fc.constantFrom(...SECRETS).map((secret) => `\x1b]0;${secret}\x07`),
  fc.constantFrom(...SECRETS).map((secret) => JSON.stringify({ secret })),
  fc.constantFrom(
    'order 12 of tea end',
    'order 7 of',
    'order x',
    '日本',
    '\x1b[31m',
    '\x1b[0m',
    'é',
    '\r\n',
    ' ',
  ),
  fc.string({ maxLength: 4 }).map((text) => text.replace(/[^ -~]/g, '')),
);
const text = fc.array(part, { maxLength: 8 }).map((parts) => Buffer.from(parts.join('')));

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}

describe.each(Object.entries(STREAMS))('%s', (_, stream) => {
  it('gives the same however its output is cut into pieces', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (bytes, places) => {
        expect(stream(cut(bytes, places))).toBe(stream([bytes]));
      }),
      { numRuns: sized(200, 5_000) },
    );
  });

  it('gives the same byte by byte, and nothing of a secret', () => {
    for (const secret of SECRETS) {
      const bytes = Buffer.from(`it is ${secret}, and \x1b[31m${secret}\x1b[0m ok\r\n`);
      const shown = stream([...bytes].map((byte) => Buffer.of(byte)));
      expect(shown).toBe(stream([bytes]));
      expect(shown).toMatch(/^it is \*{4,}, and \x1b\[31m\*{4,}\x1b\[0m ok\r\n$/);
    }
  });
});

describe('run.terminal, where nothing comes for a while', () => {
  it('shows a word that a pattern may hide, and keeps back what is a given secret so far', () => {
    const redaction = new RedactingStream(redactor, { keepsColumns: true });
    const shown = ['it is correct', ' horse', ' battery', ' staple', ' ok'].map(
      (piece) => redaction.push(Buffer.from(piece)) + redaction.release(),
    );
    expect(shown.join('')).toBe('it is **** ok');
  });

  it('shows the begin of a given secret as soon as it is none', () => {
    const redaction = new RedactingStream(redactor, { keepsColumns: true });
    expect(redaction.push(Buffer.from('it is correct'))).toBe('it is ');
    expect(redaction.release()).toBe('');
    expect(redaction.push(Buffer.from(' or not? '))).toBe('correct or not? ');
  });
});
