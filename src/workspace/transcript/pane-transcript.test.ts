import { describe, expect, it } from 'vitest';
import { newLines, PaneTranscript } from './pane-transcript.js';
import { decodeReadState, encodeReadState, type ReadState } from './read-state.js';

/** Reads as an action does: what is new, and what is kept for the next time. */
function read(transcript: PaneTranscript, unfinished: string, before?: ReadState): [string[], ReadState] {
  const view = transcript.view(unfinished);
  return [newLines(view, before), transcript.readState(view, '', '2025-01-24T10:30:00Z')];
}

function feed(transcript: PaneTranscript, ...lines: string[]): void {
  transcript.feed(lines.map((text) => ({ text, end: transcript.position + text.length + 1 })));
}

describe('what is new in a transcript', () => {
  it('is what came since, with the rest of a line that was not finished', () => {
    const transcript = PaneTranscript.from(undefined, 40, 5);
    feed(transcript, 'one', 'two');
    const [first, state] = read(transcript, 'thr');
    expect(first).toEqual(['one', 'two', 'thr']);
    expect(read(transcript, 'thr', state)[0]).toEqual([]);
    feed(transcript, 'three', 'four');
    const [second, next] = read(transcript, '', state);
    expect(second).toEqual(['ee', 'four']);
    expect(next.lastLineRead).toBe(4);
  });

  it('is found by another process from what was kept, also when much has scrolled by', () => {
    const transcript = PaneTranscript.from(undefined, 40, 5);
    feed(transcript, 'one', 'two');
    const [, state] = read(transcript, 'thr');
    const other = PaneTranscript.from(decodeReadState(encodeReadState(state)), 40, 5);
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`);
    feed(other, 'three', ...lines);
    expect(read(other, '$ ', state)).toMatchObject([['ee', ...lines, '$'], { lastLineRead: 104 }]);
  });

  it('is all of a line that was written anew', () => {
    const transcript = PaneTranscript.from(undefined, 40, 5);
    feed(transcript, 'first 10%', 'second 10%');
    const [, state] = read(transcript, '');
    feed(transcript, '\x1b[2Afirst 90%', '', 'end');
    expect(read(transcript, '', state)[0]).toEqual(['first 90%', 'end']);
  });

  it('tells where a part of the log is gone', () => {
    const transcript = PaneTranscript.from(undefined, 100, 5);
    const [, state] = read(transcript, '');
    transcript.skip();
    expect(read(transcript, '', state)[0]).toEqual([expect.stringContaining('output is missing here')]);
  });
});

it('is not misled by what is no state', () => {
  for (const text of ['', 'adopted', 'AAAA']) expect(decodeReadState(text)).toBeUndefined();
});
