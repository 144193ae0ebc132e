import { describe, expect, it } from 'vitest';
import type { TerminalVerdict } from '../hosts/waiting/terminal-facts.js';
import type { Screen } from '../screen/screen.js';
import { isListening, TimerHistory } from './listening.js';

const waits = (timeoutMs?: number, kind: TerminalVerdict['kind'] = 'key'): TerminalVerdict => ({
  state: 'waiting',
  confidence: 'likely',
  kind,
  reason: '',
  ...(timeoutMs !== undefined && { timeoutMs }),
});

describe('a program that waits for a key or its timer', () => {
  const listens = (verdict: TerminalVerdict, row: string, quietMs: number, alternate = false) =>
    isListening(verdict, { screen: screenOf(row, alternate), quietMs, driven: undefined, woke: true });

  it('asks where it has no timer', () => {
    expect(listens(waits(), 'building', 20)).toBe(false);
  });

  it('only listens until its timer has fired and nothing was printed', () => {
    expect(listens(waits(300), 'Installing 3', 200)).toBe(true);
    expect(listens(waits(300), 'Installing 3', 1_200)).toBe(false);
    expect(listens(waits(300), 'name?', 200)).toBe(true);
    expect(listens(waits(300), 'name?', 500)).toBe(false);
  });

  it('only listens until it has run since it printed: its timer may be late', () => {
    const screen = screenOf('Installing 3', false);
    const late = { screen, quietMs: 5_000, driven: undefined };
    expect(isListening(waits(300), { ...late, woke: false })).toBe(true);
    expect(isListening(waits(300), { ...late, woke: true })).toBe(false);
  });

  it('asks at once where its timer is far away, or its screen is that of an editor or a question', () => {
    expect(listens(waits(3_000), 'Tasks: 12 total', 500)).toBe(true);
    expect(listens(waits(3_000), 'Tasks: 12 total', 3_500)).toBe(false);
    expect(listens(waits(3_000), 'name?', 50)).toBe(false);
    expect(listens(waits(3_000), '', 50, true)).toBe(false);
    expect(listens(waits(3_000, 'line'), '', 50)).toBe(false);
    expect(listens(waits(60_000), 'Tasks: 12 total', 50)).toBe(false);
  });

  it('only listens as long as the silence is not longer than usual, where its timer makes it print', () => {
    const screen = screenOf('', true);
    expect(isListening(waits(4_000), { screen, quietMs: 9_000, driven: 4_000, woke: true })).toBe(true);
    expect(isListening(waits(4_000), { screen, quietMs: 13_000, driven: 4_000, woke: true })).toBe(false);
  });
});

describe('the history of a timer', () => {
  it('knows that it makes a program print when two silences were alike', () => {
    const history = new TimerHistory();
    history.sawWaiting(waits(3_000));
    history.printed(3_010);
    expect(history.period).toBeUndefined();
    history.printed(5);
    history.printed(2_990);
    expect(history.period).toBe(2_990);
    history.sawWaiting(waits());
    expect(history.period).toBeUndefined();
  });

  it('knows whether the program has run since it printed', () => {
    const history = new TimerHistory();
    history.sawWaiting({ ...waits(300), wait: '1:1:7' });
    history.sawWaiting({ ...waits(300), wait: '1:1:7' });
    expect(history.woke).toBe(false);
    history.sawWaiting({ ...waits(300), wait: '1:1:8' });
    expect(history.woke).toBe(true);
    history.printed(300);
    expect(history.woke).toBe(false);
  });

  it('makes nothing of keys that a person types before it fires', () => {
    const history = new TimerHistory();
    history.sawWaiting(waits(4_000));
    for (const silence of [300, 310, 290, 305]) history.printed(silence);
    expect(history.period).toBeUndefined();
  });
});

function screenOf(row: string, alternate: boolean): Screen {
  return {
    width: 80,
    height: 1,
    historySize: 0,
    rows: [row],
    lines: [row],
    lineOfRow: [0],
    cursor: { x: row.length, y: 0, visible: true },
    title: '',
    alternate,
    inMode: false,
    dead: false,
  };
}
