import { describe, expect, it } from 'vitest';
import type { DrivenStep } from './driven-session.js';
import { readTape } from './read-tape.js';

function inputs(tape: string): unknown[] {
  return readTape(tape, 'x.tape').steps.map((step: DrivenStep) => {
    if (step.kind !== 'input') return step.kind;
    const { input } = step;
    return input.kind === 'key' ? input.key : 'text' in input ? { text: input.text } : input;
  });
}

describe('a tape of VHS', () => {
  it('is typed without its pauses, and without what only a video needs', () => {
    const tape = `# demo\nOutput demo.gif\nSet FontSize 20\nHide\nType@100ms "ls 'a b'" \`"\`\nSleep 2s\nEnter 2\nShow\nScreenshot x.png`;
    expect(inputs(tape)).toEqual([{ text: "ls 'a b' \"" }, 'Enter', 'Enter']);
  });

  it('has keys with what is held, and a number of times', () => {
    expect(inputs('Ctrl+C\nAlt+x\nShift+Tab\nCtrl+Alt+D\nDown@50ms 2\nSpace\nBackspace')).toEqual([
      'C-c',
      'M-x',
      'BTab',
      'C-M-d',
      'Down',
      'Down',
      { text: ' ' },
      'BSpace',
    ]);
  });

  it('pastes what it has copied', () => {
    expect(inputs('Copy "abc"\nPaste')).toEqual([{ text: 'abc' }]);
  });

  it('waits for a pattern on the line of the cursor or on the screen', () => {
    const [line, screen] = readTape('Wait\nWait+Screen@5s /^ok \\d+$/', 'x.tape').steps;
    expect(line?.kind === 'wait' && [line.where, line.shows('me >'), line.shows('busy')]).toEqual([
      'line',
      true,
      false,
    ]);
    expect(screen?.kind === 'wait' && [screen.where, screen.shows('a\nok 12\nb')]).toEqual(['screen', true]);
  });

  it('names its shell and its environment', () => {
    const { command, env } = readTape('Set Shell "zsh"\nEnv NAME "Ada Lovelace"', 'x.tape');
    expect([command, env]).toEqual([['zsh', '--no-rcs'], { NAME: 'Ada Lovelace', PS1: '> ' }]);
  });

  it.each([
    ['Frobnicate', "'Frobnicate' is not a command or a key"],
    ['Type', 'Type has no text'],
    ['Enter many', "'many' is not a number of times"],
    ['Wait done', "'done' is not a pattern between slashes"],
    ['Wait /(/', '/(/ is not a pattern'],
  ])('is refused for %j, with the line', (line, why) => {
    expect(() => readTape(`Enter\n${line}`, 'x.tape')).toThrow(`Line 2 of 'x.tape' cannot be read: ${why}`);
  });
});
