import { describe, expect, it } from 'vitest';
import { commands } from './commands.js';
import { findCommand } from './find-command.js';
import { otherWords } from './other-words.js';

describe('findCommand', () => {
  it.each([
    ['answer', "Did you mean 'input'?"],
    ['tail', "Did you mean 'logs -f'?"],
    ['ps', "Did you mean 'ls'?"],
    ['spwan', "Did you mean 'spawn'?"],
    ['frobnicate', 'Run mux --help for the list of commands.'],
  ])('says of %s: %s', (word, suggestion) => {
    expect(() => findCommand([word])).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', suggestion }),
    );
  });

  it('names only commands that there are', () => {
    const names = new Set(commands.map(({ name }) => name));
    for (const [word, command] of otherWords) {
      const [name = ''] = command.split(' ');
      expect([word, names.has(word), name, names.has(name)]).toEqual([word, false, name, true]);
    }
  });
});
