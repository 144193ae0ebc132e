import { describe, expect, it } from 'vitest';
import type { ConversationFrame } from './conversation-frame.js';
import { messageText } from './message-text.js';
import { parseMessages } from './parse-messages.js';
import { Transcript } from './transcript.js';
import type { TranscriptRow } from './transcript-row.js';

const words = Array.from(
  { length: 60 },
  (_, index) => `Sentence number ${index} says that all is well here.`,
);

/** What a screen of so many rows and columns shows of a text, from a row on. */
function screen(text: readonly string[], from: number, height: number, width = 60): ConversationFrame {
  const rows = text.flatMap((line) => wrap(line, width)).map((line, index) => row(line, index, width));
  const shown = rows.slice(from, from + height);
  return {
    rows: shown,
    places: shown.map((_, index) => index),
    fromStart: from === 0,
    toEnd: false,
    scrolled: false,
  };
}

function wrap(line: string, width: number): string[] {
  const rows: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      rows.push(current);
      current = word;
    } else current += (current === '' ? '' : ' ') + word;
  }
  return [...rows, current];
}

function row(text: string, index: number, width: number): TranscriptRow {
  const kind = index === 0 ? 'agent' : 'text';
  return { kind, marker: '', text, width, joint: undefined, muted: false, shaded: false };
}

const growing = { settled: false, growing: true };
const settled = { settled: true, growing: true };

function told(transcript: Transcript): { readonly text: string; readonly truncated: boolean } | undefined {
  const { rows, fromStart } = transcript;
  const last = parseMessages(rows, { fromStart, lineByLine: false }).at(-1);
  return last && { text: messageText(last.rows), truncated: last.truncated };
}

describe('a transcript', () => {
  it('is put together from screens that scroll by', () => {
    const transcript = new Transcript();
    for (let from = 0; from <= 50; from += 5) transcript.add(screen(words, from, 10), growing);
    expect(told(transcript)).toEqual({ text: words.join('\n'), truncated: false });
  });

  it('goes on at another width, in the midst of a line', () => {
    const transcript = new Transcript();
    const paragraphs = words.slice(0, 20).map((line) => `${line} ${line}`);
    transcript.add(screen(paragraphs, 0, 12), growing);
    transcript.add(screen(paragraphs, 6, 12), growing);
    transcript.add(screen(paragraphs, 21, 12, 37), growing);
    transcript.add(screen(paragraphs, 27, 20, 37), growing);
    transcript.add(screen(paragraphs, 18, 40, 80), growing);
    expect(told(transcript)).toEqual({ text: paragraphs.join('\n'), truncated: false });
  });

  it('does not grow when somebody scrolls up and down', () => {
    const transcript = new Transcript();
    for (const from of [0, 5, 10, 3, 0, 7, 10]) transcript.add(screen(words, from, 10), settled);
    expect(told(transcript)?.text).toBe(words.slice(0, 20).join('\n'));
  });

  it('says where something is missing, once it is certain', () => {
    const transcript = new Transcript();
    transcript.add(screen(words, 0, 10), growing);
    expect(transcript.add(screen(words, 30, 10), growing)).toBe(false);
    expect(told(transcript)?.truncated).toBe(false);
    expect(transcript.add(screen(words, 30, 10), settled)).toBe(true);
    expect(told(transcript)).toEqual({
      text: [...words.slice(0, 10), '[…]', ...words.slice(30, 40)].join('\n'),
      truncated: true,
    });
  });

  it('believes screens that go on with each other, also where none of them settles', () => {
    const transcript = new Transcript();
    for (const from of [0, 30, 33, 36]) transcript.add(screen(words, from, 10), growing);
    expect(told(transcript)?.text).toBe([...words.slice(0, 10), '[…]', ...words.slice(30, 46)].join('\n'));
  });

  it('takes in what was written anew below the same beginning', () => {
    const transcript = new Transcript();
    transcript.add(screen([...words.slice(0, 8), '**bo'], 0, 10), growing);
    transcript.add(screen([...words.slice(0, 8), 'bold', 'and on'], 0, 10), growing);
    expect(told(transcript)?.text).toBe([...words.slice(0, 8), 'bold', 'and on'].join('\n'));
  });

  it('forgets a half painted screen when the next one shows that it was one', () => {
    const transcript = new Transcript();
    transcript.add(screen(words, 0, 10), growing);
    const clean = screen(words, 4, 10);
    const torn = { ...clean, rows: [...clean.rows.slice(0, 4), ...screen(words, 4, 6).rows] };
    transcript.add(torn, growing);
    transcript.add(screen(words, 6, 10), growing);
    expect(told(transcript)?.text).toBe(words.slice(0, 16).join('\n'));
  });

  it('is not misled by a line that stands there many times', () => {
    const transcript = new Transcript();
    const often = words
      .slice(0, 40)
      .flatMap((line) => [line, 'This line is always the same, whatever comes.']);
    transcript.add(screen(often, 0, 12), growing);
    transcript.add(screen(often, 51, 12), growing);
    expect(told(transcript)?.text).toBe(often.slice(0, 12).join('\n'));
  });

  it('takes back what a settled screen with room to spare does not show any more', () => {
    const transcript = new Transcript();
    const whole = { ...screen(words, 0, 10), toEnd: true };
    transcript.add(whole, settled);
    transcript.add({ ...screen(words, 0, 6), toEnd: true }, settled);
    expect(told(transcript)?.text).toBe(words.slice(0, 6).join('\n'));
  });

  it('forgets the oldest rows where there are too many', () => {
    const transcript = new Transcript({ maxRows: 20 });
    for (let from = 0; from <= 50; from += 5) transcript.add(screen(words, from, 10), growing);
    const left = transcript.rows.length;
    expect(left).toBeLessThanOrEqual(20);
    expect(told(transcript)).toEqual({ text: words.slice(-left).join('\n'), truncated: true });
    expect(transcript.forgotten).toBe(60 - left);
  });
});
