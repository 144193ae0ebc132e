import { expect, it } from 'vitest';
import { messageText } from './message-text.js';
import { parseMessages } from './parse-messages.js';
import { gapRow, type RowKind, type TranscriptRow } from './transcript-row.js';

const row = (kind: RowKind, text: string, shaded = false): TranscriptRow => ({
  kind,
  marker: '',
  text,
  width: 80,
  joint: undefined,
  muted: false,
  shaded,
});

const told = (rows: readonly TranscriptRow[]) =>
  parseMessages(rows, { fromStart: true, lineByLine: false }).map((message) => ({
    role: message.role,
    text: messageText(message.rows),
    truncated: message.truncated,
  }));

it.each([
  ['shaded', true],
  ['plain', false],
])('says that the beginning of an answer was missed behind a %s prompt', (_, shaded) => {
  const prompt = row('user', 'quick', shaded);
  const answer = [
    row('text', ''),
    gapRow(),
    row('text', ''),
    row('text', 'Line 398.'),
    row('text', 'Line 399.'),
  ];
  expect(told([prompt, ...answer])).toEqual([
    { role: 'user', text: 'quick', truncated: false },
    { role: 'agent', text: 'Line 398.\nLine 399.', truncated: true },
  ]);
});

it('says that something in the midst of an answer was missed', () => {
  const rows = [row('user', 'go'), row('agent', 'One.'), gapRow(), row('text', 'Nine.'), row('user', 'next')];
  expect(told(rows)).toMatchObject([
    { role: 'user', truncated: false },
    { role: 'agent', truncated: true },
    { role: 'user', truncated: false },
  ]);
});
