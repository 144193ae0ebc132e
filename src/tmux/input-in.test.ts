import { describe, expect, it } from 'vitest';
import { inputIn } from './input-in.js';
import { keyCommands } from './key-commands.js';
import type { Command } from './quote.js';
import { typeCommands } from './type-text.js';

const data = (...commands: Command[]): string =>
  inputIn(commands, new Map())
    .map(({ pane, data: text }) => `${pane}:${text}`)
    .join(' ');

describe('what commands put into a pane', () => {
  it('is the text that is typed, whatever it looks like', () => {
    expect(data(...typeCommands('%1', 'ls -l Enter ß'))).toBe('%1:ls -l Enter ß');
    expect(data(...typeCommands('%1', 'a\0b'))).toBe('%1:a %1:\0 %1:b');
    expect(data(['send-keys', '-t', '%1', '-l', '--', '-t'])).toBe('%1:-t');
  });

  it.each([
    [['Enter'], '\r'],
    [['C-c', 'C-u', 'C-['], '\x03\x15\x1b'],
    [['M-x', 'Space', 'Tab', 'BSpace'], '\x1bx \t\x7f'],
    [['Up', 'C-Up', 'F1', 'F5', 'S-F5'], '\x1b[A\x1b[1;5A\x1bOP\x1b[15~\x1b[15;2~'],
    [['y', '-', '0x41'], 'y-A'],
  ])('is what the keys %j send', (keys, sent) => {
    expect(data(...keyCommands('%7', keys, undefined))).toBe(`%7:${sent}`);
  });

  it('is what is pasted, out of the buffer that was filled for it', () => {
    const buffers = new Map<string, Buffer>();
    const all = inputIn(
      [
        ['set-buffer', '-b', 'x', '--', 'one\n'],
        ['set-buffer', '-a', '-b', 'x', '--', 'two'],
        ['paste-buffer', '-d', '-p', '-b', 'x', '-t', '%2'],
      ],
      buffers,
    );
    expect(all).toEqual([{ pane: '%2', data: 'one\rtwo' }]);
    expect(buffers.size).toBe(0);
  });

  it('is nothing where keys are for tmux itself, or other commands', () => {
    const commands: Command[] = [
      ['send-keys', '-R', '-t', '%1'],
      ['send-keys', '-t', '%1', '-X', 'cancel'],
      ['display-message', '-p', 'send-keys'],
    ];
    expect(data(...commands)).toBe('');
  });

  it('is as many keys as were asked for', () => {
    expect(data(['send-keys', '-t', '%1', '-N', '3', 'BSpace'])).toBe('%1:\x7f\x7f\x7f');
  });
});
