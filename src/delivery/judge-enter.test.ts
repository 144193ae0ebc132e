import { describe, expect, it } from 'vitest';
import type { AgentScreen, ScreenState } from '../panes/profiles/classify-screen.js';
import { judgeEnter, type Sent } from './judge-enter.js';
import type { Look } from './pane-view.js';

const text = 'Please look at the failing test and tell me what is wrong.';
const sent: Sent = { text, snippet: text, echo: { kind: 'text' }, toBusy: false, isKnown: true };
const pasted: Sent = {
  text: 'many lines',
  snippet: null,
  echo: { kind: 'marker', marker: '[Pasted text #1]' },
  toBusy: false,
  isKnown: true,
};

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
    expect(judgeEnter(pasted, look(queued), look(queued))).toEqual({ type: 'gone' });
    expect(judgeEnter({ ...pasted, first: look(marked) }, look(queued), look(queued))).toMatchObject({
      type: 'accepted',
      status: 'queued',
    });
  });

  it('sees the text still in the input box [B14]', () => {
    expect(judgeEnter(sent, before, look({ box: text }))).toEqual({ type: 'there' });
    // Whatever else changed.
    expect(judgeEnter(sent, before, look({ box: text, above: ['tick'] }))).toEqual({ type: 'there' });
  });

  it('knows a queued block of code without the fences around it', () => {
    const code: Sent = { ...pasted, text: '```ts\nconst x: number = 1;\nif (x) {\n}\n```', toBusy: true };
    const marked = look({ state: 'working', box: '[Pasted text #1]' });
    const shown = look({ state: 'working', box: '', queued: ['const x: number = 1;\nif (x) {\n}'] });
    expect(judgeEnter(code, marked, shown)).toMatchObject({ type: 'accepted', status: 'queued' });
  });

  it('takes the empty input box of a known program for accepted, though not for sure [B13]', () => {
    const empty = look({ state: 'idle', box: '' });
    expect(judgeEnter(sent, before, empty)).toMatchObject({
      type: 'accepted',
      status: 'submitted',
      sure: false,
    });
    // Another program may have dropped the text.
    expect(judgeEnter({ ...sent, isKnown: false }, before, empty)).toEqual({ type: 'empty' });
  });

  it('takes nothing for proof while the text can be read at the caret', () => {
    const rows = ['❯ Please look at the failing test and', '  tell me what is wrong.', ''];
    const now = look({ state: 'working', above: rows, cursorRow: 2 });
    expect(judgeEnter(sent, before, now)).toEqual({ type: 'unclear' });
  });

  it('takes no changed row for proof [B15]', () => {
    const ticking = look({ state: 'idle', above: ['tick 1'], cursorRow: 5 });
    expect(judgeEnter(sent, look({ box: text, above: ['tick 0'] }), ticking)).toEqual({ type: 'unclear' });
  });

  it('takes the line that the terminal itself shows for nothing', () => {
    const echoed = look({ state: 'idle', box: '', above: [`> ${text}`] });
    expect(judgeEnter({ ...sent, mayBeTerminalsEcho: true }, before, echoed)).toEqual({ type: 'empty' });
  });

  it('is sure when the text has moved up, or the program works', () => {
    const moved = look({ state: 'idle', box: '', above: [`> ${text}`] });
    expect(judgeEnter(sent, before, moved)).toMatchObject({ type: 'accepted', sure: true });
    const working = look({ state: 'working', box: '' });
    expect(judgeEnter(sent, before, working)).toMatchObject({
      type: 'accepted',
      status: 'submitted',
      sure: true,
    });
  });

  it.each([
    ['behind it', `${text}q`],
    ['in it', text.replace('failing', 'faiqling')],
  ])('takes a text with letters of somebody else %s for nothing', (_, taken) => {
    const now = look({ box: '', above: [`> ${taken}`] });
    expect(judgeEnter(sent, before, now)).toEqual({ type: 'gone' });
    const long = `${text} ${text}`;
    const mixed = `> ${long.replace(text, taken)}`;
    const wrapped = look({ box: '', above: [mixed.slice(0, 70), mixed.slice(70)] });
    expect(judgeEnter({ ...sent, text: long }, look({ box: long }), wrapped)).toEqual({ type: 'gone' });
    const working = look({ state: 'working', box: '', above: [`> ${taken}`] });
    expect(judgeEnter(sent, before, working)).toEqual({ type: 'gone' });
  });

  it('is not confused by a text that is quoted in an answer', () => {
    const now = look({ box: '', above: [`> ${text}`, `You said: ${text} I do.`] });
    expect(judgeEnter(sent, before, now)).toMatchObject({ type: 'accepted', sure: true });
  });

  it('does not look for the text in the transcript [B13]', () => {
    const quoted = look({ box: text, above: [`> ${text}`] });
    expect(judgeEnter(sent, before, quoted)).toEqual({ type: 'there' });
  });

  it('knows what a busy program has queued', () => {
    const busy = look({ state: 'working', box: text });
    const queued = look({ state: 'working', box: '', queued: [text.slice(0, 30)] });
    expect(judgeEnter(sent, busy, queued)).toMatchObject({
      type: 'accepted',
      status: 'queued',
      sure: true,
    });
    const silent = look({ state: 'working', box: '' });
    const toBusy = { ...sent, toBusy: true };
    expect(judgeEnter(toBusy, busy, silent)).toMatchObject({ type: 'accepted', status: 'queued' });
    // It began to work on the text between two presses.
    expect(judgeEnter(sent, busy, silent)).toMatchObject({ type: 'accepted', status: 'submitted' });
  });

  it('wants proof for a collapsed paste [B13]', () => {
    const shown = look({ box: '[Pasted text #1]' });
    expect(judgeEnter(pasted, shown, look({ box: '[Pasted text #1]' }))).toEqual({ type: 'there' });
    expect(judgeEnter(pasted, shown, look({ state: 'idle', box: '' }))).toEqual({ type: 'gone' });
    const working = look({ state: 'working', box: '' });
    expect(judgeEnter(pasted, shown, working)).toMatchObject({ type: 'accepted', sure: true });
  });

  it('tells a completed word from a new draft', () => {
    const short: Sent = {
      text: 'look at @REA',
      snippet: null,
      echo: { kind: 'text' },
      toBusy: false,
      isKnown: true,
    };
    const typed = look({ box: 'look at @REA' });
    expect(judgeEnter(short, typed, look({ box: 'look at @README.md ' }))).toEqual({
      type: 'completed',
    });
    const draft = look({ box: 'what I type now', above: ['> look at @REA'] });
    expect(judgeEnter(short, typed, draft)).toMatchObject({ type: 'accepted' });
  });

  it('does not take another word in the input box for anything', () => {
    const short: Sent = { text: '@REA', snippet: null, echo: { kind: 'text' }, toBusy: false, isKnown: true };
    const replaced = look({ box: '$review-agent' });
    expect(judgeEnter(short, look({ box: '@REA' }), replaced)).toEqual({ type: 'gone' });
  });

  it('takes a dialog for proof only together with the text above it, or after a command', () => {
    const dialog = look({ state: 'permission', box: undefined });
    expect(judgeEnter(sent, before, dialog)).toEqual({ type: 'dialog' });
    const moved = look({ state: 'permission', box: undefined, above: [`> ${text}`] });
    expect(judgeEnter(sent, before, moved)).toMatchObject({ type: 'accepted' });
    const command: Sent = {
      text: '/model',
      snippet: null,
      echo: { kind: 'text' },
      toBusy: false,
      isKnown: true,
    };
    expect(judgeEnter(command, look({ box: '/model' }), dialog)).toMatchObject({ type: 'accepted' });
  });

  it('does not take an empty box that never showed the text for anything', () => {
    const hidden: Sent = { text: 'hidden', snippet: null, echo: undefined, toBusy: false, isKnown: true };
    const empty = look({ state: 'idle', box: '' });
    expect(judgeEnter(hidden, empty, look({ state: 'idle', box: '' }))).toEqual({ type: 'unclear' });
    expect(judgeEnter(hidden, empty, look({ box: 'hidden' }))).toEqual({ type: 'there' });
    const changed = look({ state: 'idle', box: '', above: ['answer'] });
    expect(judgeEnter(hidden, empty, changed)).toEqual({ type: 'unclear' });
    const taken = look({ state: 'idle', box: '', above: ['> hidden', 'answer'] });
    expect(judgeEnter(hidden, empty, taken)).toMatchObject({ type: 'accepted' });
  });
});
