import { describe, expect, it } from 'vitest';
import { eventsUntil, markerFrom, markersOf, paintingAt } from './cast-seek.js';
import { castText, findInCast } from './cast-text.js';
import { type Cast, readCast } from './read-cast.js';

const v2 = [
  '{"version":2,"width":60,"height":12,"title":"a demo"}',
  '[0.5,"o","hello "]',
  '[1.0,"o","wor"]',
  '[1.5,"o","ld\\r\\n"]',
  '[2.0,"m","Your name?"]',
  '[2.0,"i","Ada"]',
  '[3.0,"r","100x30"]',
  '[4.0,"m","exit 3"]',
].join('\n');

const v3 = [
  '{"version":3,"term":{"cols":60,"rows":12}}',
  '# a comment',
  '[0.5,"o","one"]',
  '[0.5,"o","\\u001bctwo"]',
  '[1.0,"m","exit 0"]',
  '[0,"x","0"]',
].join('\n');

function read(text: string): Cast {
  const cast = readCast(text);
  if (!cast) throw new Error('This is not a recording.');
  return cast;
}

describe('a recording', () => {
  it('of version 2 has times from its begin', () => {
    const cast = read(v2);
    expect(cast).toMatchObject({ columns: 60, rows: 12, title: 'a demo', duration: 4, unread: 0 });
    expect(cast.events.map(({ time }) => time)).toEqual([0.5, 1, 1.5, 2, 2, 3, 4]);
  });

  it('of version 3 has the time since the event before, and comments', () => {
    const cast = read(v3);
    expect(cast).toMatchObject({ columns: 60, rows: 12, duration: 2 });
    expect(cast.events.map(({ time }) => time)).toEqual([0.5, 1, 2, 2]);
  });

  it('that was cut off plays as far as it goes', () => {
    expect(read(`${v2}\n[5.0,"o","cut o`)).toMatchObject({ duration: 4, unread: 1 });
  });

  it('is nothing else', () => {
    expect([readCast(''), readCast('<html>'), readCast('{"version":1}')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('going to a moment of a recording', () => {
  it('finds how far it had come', () => {
    const { events } = read(v2);
    expect([0, 0.5, 1.2, 2, 99].map((time) => eventsUntil(events, time))).toEqual([0, 1, 2, 5, 7]);
  });

  it('gives the output and the size of the moment', () => {
    const cast = read(v2);
    expect(paintingAt(cast, 2)).toEqual({ columns: 60, rows: 12, output: 'hello wor' });
    expect(paintingAt(cast, 7)).toEqual({ columns: 100, rows: 30, output: 'hello world\r\n' });
  });

  it('leaves out what a full reset has wiped away', () => {
    expect(paintingAt(read(v3), 2).output).toBe('\x1bctwo');
  });

  it('jumps from marker to marker', () => {
    const markers = markersOf(read(v2));
    expect(markers).toEqual([
      { time: 2, kind: 'prompt', label: 'Your name?' },
      { time: 4, kind: 'exit', label: 'exit 3' },
    ]);
    expect(markerFrom(markers, 2, 1)?.time).toBe(4);
    expect(markerFrom(markers, 4, -1)?.time).toBe(2);
    expect(markerFrom(markers, 4, 1)).toBeUndefined();
    expect(markersOf(read(v3))).toEqual([{ time: 2, kind: 'exit', label: 'exit 0' }]);
  });
});

describe('searching a recording', () => {
  it('finds words that came in pieces, at the moment their last letter came', () => {
    expect(findInCast(castText(read(v2).events), 'WORLD', 10)).toEqual([
      { time: 1.5, line: 'hello world', from: 6 },
    ]);
  });

  it('sees no escape sequences, also where an event ends in the middle of one', () => {
    const output = (time: number, data: string) => ({ time, code: 'o', data });
    const events = [
      output(1, 'a \x1b[3'),
      output(2, '1mred\x1b[0m \x1b]0;title\x07word'),
      output(3, '\x1b[5;1Hfar'),
    ];
    expect(castText(events).text).toBe('a red word\nfar');
    expect(findInCast(castText(events), 'red word', 10)).toEqual([{ time: 2, line: 'a red word', from: 2 }]);
  });
});
