import { describe, expect, it } from 'vitest';
import { type Command, commandLimits, commandLine, quoteArgument } from './quote.js';

describe('commandLine', () => {
  it('leaves plain words as they are and quotes the rest', () => {
    expect(commandLine([['send-keys', '-t', '%3', '-l', 'say "hi" for $5\\']])).toBe(
      'send-key -t "%3" -l "say \\"hi\\" for \\$5\\\\"',
    );
  });

  it('never lets an argument end the line or the command', () => {
    expect(commandLine([['display-message', '-p', 'a\nb\r;']])).toBe('display-messag -p "a\\012b\\015;"');
  });

  it('joins commands to one group', () => {
    const commands: Command[] = [['kill-pane'], ['list-panes', '-a']];
    expect(commandLine(commands)).toBe('kill-pan ; list-pane -a');
  });

  it('quotes the empty argument, so that the line cannot become empty', () => {
    expect(commandLine([['display-message', '']])).toBe('display-messag ""');
  });

  it('refuses a name that is no command, an argument with NUL and a line that is too large', () => {
    const code = (command: Command): unknown => {
      try {
        return commandLine([command]);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code(['list-panes -a'])).toBe('INVALID_ARGUMENT');
    expect(code([''])).toBe('INVALID_ARGUMENT');
    expect(code(['set-buffer', 'a\0b'])).toBe('INVALID_ARGUMENT');
    expect(code(['set-buffer', new Uint8Array([1, 0])])).toBe('INVALID_ARGUMENT');
    expect(code(['set-buffer', 'x'.repeat(commandLimits.lineBytes + 1)])).toBe('COMMAND_TOO_LARGE');
    expect(code(['send-keys', ...Array<string>(commandLimits.arguments + 1).fill('x')])).toBe(
      'COMMAND_TOO_LARGE',
    );
  });
});

describe('quoteArgument', () => {
  it('keeps a tilde from becoming a home directory', () => {
    expect(quoteArgument('~/x')).toBe('"\\~/x"');
  });

  it('writes bytes that are no text in octal', () => {
    expect(quoteArgument(new Uint8Array([0x41, 0xff, 0x22, 0x07]))).toBe('"A\\377\\"\\007"');
  });
});
