import { describe, expect, it } from 'vitest';
import type { AgentScreen, ScreenState } from '../profiles/classify-screen.js';
import { judgeEnter, type Sent } from './judge-enter.js';
import type { Look } from './pane-view.js';

const text = 'Please look at the failing test and tell me what is wrong.';
const sent: Sent = { text, snippet: text, echo: { kind: 'text' }, toBusy: false };
const pasted: Sent = {
  text: 'many lines',
  snippet: null,
  echo: { kind: 'marker', marker: '[Pasted text #1]' },
  toBusy: false,
};
const none: ReadonlySet<number> = new Set();

interface Shown {
  readonly state?: ScreenState;
  /** What the input box holds; `undefined` for no box. */
  readonly box?: string | undefined;
  readonly above?: readonly string[];
  readonly queued?: readonly string[];
  readonly cursorRow?: number;
}

/** A screen of six rows above an input box of one. */
function look({ state = 'typing', box, above = [], queued = [], cursorRow }: Shown): Look {
  const rows = [
    ...above,
    ...Array.from({ length: 6 - above.length }, () => ''),
    box === undefined ? '' : `❯ ${box}`,
  ];
  const cursor = { x: 2, y: cursorRow ?? 6, visible: true };
  const input =
    box === undefined
      ? undefined
      : {
          text: box,
          ghost: '',
          pasteMarkers: box.match(/\[Pasted text #\d\]/g) ?? [],
          firstRow: 6,
          lastRow: 6,
          caret: cursor,
        };
  const agent: AgentScreen = {
    state,
    evidence: state,
    confidence: 'certain',
    input,
    menu: undefined,
    queued,
  };
  const screen = {
    width: 80,
    height: 7,
    historySize: 0,
    rows,
    lines: rows,
    lineOfRow: rows.map((_, row) => row),
    styledRows: [],
    cursor,
    title: '',
    alternate: true,
    inMode: false,
    dead: false,
  };
  return { screen, agent, at: 0 };
}

describe('judgeEnter', () => {
  const before = look({ box: text });

  it('is proven by what appeared since the first Enter, also where it was pressed again meanwhile', () => {
    const marked = { state: 'working', box: '[Pasted text #1]' } as const;
    const queued = { state: 'working', box: '', queued: ['many lines'] } as const;
    expect(judgeEnter(pasted, look(queued), look(queued), none)).toEqual({ type: 'gone' });
    expect(judgeEnter({ ...pasted, first: look(marked) }, look(queued), look(queued), none)).toMatchObject({
      type: 'accepted',
      status: 'queued',
    });
  });

  it('sees the text still in the input box [B14]', () => {
    expect(judgeEnter(sent, before, look({ box: text }), none)).toEqual({ type: 'there' });
    // Whatever else changed.
    expect(judgeEnter(sent, before, look({ box: text, above: ['tick'] }), none)).toEqual({ type: 'there' });
  });

  it('knows a queued block of code without the fences around it', () => {
    const code: Sent = { ...pasted, text: '```ts\nconst x: number = 1;\nif (x) {\n}\n```', toBusy: true };
    const marked = look({ state: 'working', box: '[Pasted text #1]' });
    const shown = look({ state: 'working', box: '', queued: ['const x: number = 1;\nif (x) {\n}'] });
    expect(judgeEnter(code, marked, shown, none)).toMatchObject({ type: 'accepted', status: 'queued' });
  });

  it('takes an empty input box for accepted, though not for sure [B13]', () => {
    const verdict = judgeEnter(sent, before, look({ state: 'idle', box: '' }), none);
    expect(verdict).toMatchObject({ type: 'accepted', status: 'submitted', sure: false });
  });

  it('is sure when the text has moved up, or the program works', () => {
    const moved = look({ state: 'idle', box: '', above: [`> ${text}`] });
    expect(judgeEnter(sent, before, moved, none)).toMatchObject({ type: 'accepted', sure: true });
    const working = look({ state: 'working', box: '' });
    expect(judgeEnter(sent, before, working, none)).toMatchObject({
      type: 'accepted',
      status: 'submitted',
      sure: true,
    });
  });

  it('does not look for the text in the transcript [B13]', () => {
    const quoted = look({ box: text, above: [`> ${text}`] });
    expect(judgeEnter(sent, before, quoted, none)).toEqual({ type: 'there' });
  });

  it('knows what a busy program has queued', () => {
    const busy = look({ state: 'working', box: text });
    const queued = look({ state: 'working', box: '', queued: [text.slice(0, 30)] });
    expect(judgeEnter(sent, busy, queued, none)).toMatchObject({
      type: 'accepted',
      status: 'queued',
      sure: true,
    });
    const silent = look({ state: 'working', box: '' });
    const toBusy = { ...sent, toBusy: true };
    expect(judgeEnter(toBusy, busy, silent, none)).toMatchObject({ type: 'accepted', status: 'queued' });
    // It began to work on the text between two presses.
    expect(judgeEnter(sent, busy, silent, none)).toMatchObject({ type: 'accepted', status: 'submitted' });
  });

  it('wants proof for a collapsed paste [B13]', () => {
    const shown = look({ box: '[Pasted text #1]' });
    expect(judgeEnter(pasted, shown, look({ box: '[Pasted text #1]' }), none)).toEqual({ type: 'there' });
    expect(judgeEnter(pasted, shown, look({ state: 'idle', box: '' }), none)).toEqual({ type: 'gone' });
    const working = look({ state: 'working', box: '' });
    expect(judgeEnter(pasted, shown, working, none)).toMatchObject({ type: 'accepted', sure: true });
  });

  it('tells a completed word from a new draft', () => {
    const short: Sent = { text: 'look at @REA', snippet: null, echo: { kind: 'text' }, toBusy: false };
    const typed = look({ box: 'look at @REA' });
    expect(judgeEnter(short, typed, look({ box: 'look at @README.md ' }), none)).toEqual({
      type: 'completed',
    });
    const draft = look({ box: 'what I type now', above: ['> look at @REA'] });
    expect(judgeEnter(short, typed, draft, none)).toMatchObject({ type: 'accepted' });
  });

  it('does not take another word in the input box for anything', () => {
    const short: Sent = { text: '@REA', snippet: null, echo: { kind: 'text' }, toBusy: false };
    const replaced = look({ box: '$review-agent' });
    expect(judgeEnter(short, look({ box: '@REA' }), replaced, none)).toEqual({ type: 'gone' });
  });

  it('takes a dialog for proof only together with the text above it, or after a command', () => {
    const dialog = look({ state: 'permission', box: undefined });
    expect(judgeEnter(sent, before, dialog, none)).toEqual({ type: 'dialog' });
    const moved = look({ state: 'permission', box: undefined, above: [`> ${text}`] });
    expect(judgeEnter(sent, before, moved, none)).toMatchObject({ type: 'accepted' });
    const command: Sent = { text: '/model', snippet: null, echo: { kind: 'text' }, toBusy: false };
    expect(judgeEnter(command, look({ box: '/model' }), dialog, none)).toMatchObject({ type: 'accepted' });
  });

  it('does not take an empty box that never showed the text for anything', () => {
    const hidden: Sent = { text: 'hidden', snippet: null, echo: undefined, toBusy: false };
    const empty = look({ state: 'idle', box: '' });
    expect(judgeEnter(hidden, empty, look({ state: 'idle', box: '' }), none)).toEqual({ type: 'unclear' });
    expect(judgeEnter(hidden, empty, look({ box: 'hidden' }), none)).toEqual({ type: 'there' });
    const changed = look({ state: 'idle', box: '', above: ['answer'] });
    expect(judgeEnter(hidden, empty, changed, none)).toMatchObject({
      type: 'accepted',
      source: 'content-change',
    });
    expect(judgeEnter(hidden, empty, changed, new Set([0]))).toEqual({ type: 'unclear' });
  });

  it('compares the line of the cursor where there is no box [B15] [B16]', () => {
    const line: Sent = { text: 'hello', snippet: null, echo: { kind: 'line' }, toBusy: false };
    const typed = look({ above: ['hello'], cursorRow: 0 });
    expect(judgeEnter(line, typed, look({ above: ['hello'], cursorRow: 0 }), none)).toEqual({
      type: 'there',
    });
    const after = look({ above: ['hello', 'hello'], cursorRow: 2 });
    expect(judgeEnter(line, typed, after, none)).toMatchObject({
      type: 'accepted',
      source: 'content-change',
    });
  });
});
