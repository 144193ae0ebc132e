import { describe, expect, it } from 'vitest';
import type { Screen } from '../screen/screen.js';
import { detectPrompt, lineAbove, promptLine } from './prompt-detection.js';

describe('prompt detection', () => {
  it('looks at the line of the cursor only, where it is not known whether the program waits [A71]', () => {
    const screen = screenOf(['Paste your token: abc', 'working'], 1);
    expect(detectPrompt(screen, [/paste.*token/i])).toBeUndefined();
    expect(detectPrompt(screenOf(['working', 'Paste your TOKEN: '], 1), [/paste.*token/i])).toBe(
      'Paste your TOKEN:',
    );
  });

  it('looks at the latest lines of a program that waits, the line of the cursor first', () => {
    const kernel = { state: 'waiting', confidence: 'certain', reason: '' } as const;
    const find = (rows: readonly string[], y: number, signs = {}) =>
      detectPrompt(screenOf(rows, y), [/paste|token/i], { kernel, ...signs });
    expect(find(['Paste it here', ''], 1)).toBe('Paste it here');
    expect(find(['Paste it here', '> '], 1)).toBe('Paste it here');
    expect(find(['Paste it here', 'Token: '], 1)).toBe('Token:');
    expect(find(['Paste it here', '1', '2', '3', '4', '5', '> '], 6)).toBeUndefined();
    expect(find(['Paste it here', 'Now wait? '], 1, { answers: { count: 1, row: 0 } })).toBeUndefined();
  });

  it('takes the line above an empty one where the kernel does not know, and not where the program works', () => {
    const find = (state: 'unknown' | 'running', rows: readonly string[]) =>
      detectPrompt(screenOf(rows, rows.length - 1), [/paste/i], {
        kernel: { state, confidence: 'guess', reason: '' },
      });
    expect(find('unknown', ['Paste it here', ''])).toBe('Paste it here');
    expect(find('unknown', ['Paste it here', 'working'])).toBeUndefined();
    expect(find('running', ['Paste it here', ''])).toBeUndefined();
  });

  it('respects flags, and a g flag does not make it remember [A71]', () => {
    const screen = screenOf(['Press ENTER'], 0);
    const detector = /press .*enter/gi;
    expect(detectPrompt(screen, [detector])).toBe('Press ENTER');
    expect(detectPrompt(screen, [detector])).toBe('Press ENTER');
    expect(detectPrompt(screen, [/press .*enter/])).toBeUndefined();
    expect(detectPrompt(screenOf(['', ''], 1), [/.*/])).toBeUndefined();
  });

  it('finds the question above an empty line', () => {
    expect(lineAbove(screenOf(['Continue? ', '', ''], 2))).toBe('Continue?');
    expect(lineAbove(screenOf(['Continue? ', 'y'], 1))).toBeUndefined();
    expect(promptLine(screenOf(['a ', 'b  '], 1))).toBe('b');
  });
});

function screenOf(rows: readonly string[], y: number): Screen {
  return {
    width: 80,
    height: rows.length,
    historySize: 0,
    rows,
    lines: rows,
    lineOfRow: rows.map((_, row) => row),
    cursor: { x: 0, y, visible: true },
    title: '',
    alternate: false,
    inMode: false,
    dead: false,
  };
}
