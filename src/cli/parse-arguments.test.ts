import { describe, expect, it } from 'vitest';
import { type CommandLine, helpOption, parseArguments } from './parse-arguments.js';

const command: CommandLine = {
  name: 'show',
  options: [
    { name: 'host', value: 'H', repeatable: true, description: '' },
    { name: 'size', letter: 'n', value: 'N', kind: 'number', description: '' },
    { name: 'wait', value: 'T', kind: 'duration', description: '' },
    { name: 'env', value: 'K=V', kind: 'pair', repeatable: true, description: '' },
    { name: 'find', value: 'RE', kind: 'pattern', description: '' },
    { name: 'json', description: '' },
    helpOption,
  ],
  operands: [{ name: 'NAME', optional: true }],
};
const starter: CommandLine = { ...command, name: 'start', operands: [{ name: 'NAME' }], runs: 'required' };
const keys: CommandLine = { ...command, operands: [{ name: 'NAME' }, { name: 'KEY', many: true }] };

describe('parseArguments', () => {
  it('takes values after a space and after an equals sign, in the order given', () => {
    const args = parseArguments(['--host', 'local', '--host=docker://a?socket=b', '--json'], command);
    expect(args.values('host')).toEqual(['local', 'docker://a?socket=b']);
    expect(args.has('json')).toBe(true);
    expect(args.has('help')).toBe(false);
    expect(args.value('size')).toBeUndefined();
  });

  it('understands the letter of an option', () => {
    expect(parseArguments(['-h'], command).has('help')).toBe(true);
    expect(parseArguments(['-n', '3'], command).number('size')).toBe(3);
  });

  it('takes words behind -- as they are', () => {
    expect(parseArguments(['--json', '--', '--host'], command).operand('NAME')).toBe('--host');
  });

  it('takes a value that begins with a dash only behind an equals sign', () => {
    expect(parseArguments(['--host=-3'], command).value('host')).toBe('-3');
    expect(() => parseArguments(['--size', '--json'], command)).toThrow('--size needs a value: --size N.');
  });

  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
    ['20', 20_000],
  ])('reads the time %s', (text, milliseconds) => {
    expect(parseArguments(['--wait', text], command).duration('wait')).toBe(milliseconds);
  });

  it('reads pairs and regular expressions', () => {
    const args = parseArguments(['--env', 'A=b=c', '--env', 'E=', '--find', '/ready/i'], command);
    expect(args.pairs('env')).toEqual({ A: 'b=c', E: '' });
    expect(args.pattern('find')).toEqual(/ready/i);
    expect(parseArguments(['--find', '^a|b$'], command).pattern('find')).toEqual(/^a|b$/);
  });

  it.each([
    [
      ['api', '--json', '--', 'npm', 'run', '--json'],
      ['npm', 'run', '--json'],
    ],
    [
      ['api', 'npm', 'run', '--json', '--', 'x'],
      ['npm', 'run', '--json', '--', 'x'],
    ],
    [['--host', 'a', 'api', '--', 'ls'], ['ls']],
  ])('takes the command line of %j apart from its own words', (words, line) => {
    const args = parseArguments(words, starter);
    expect(args.operand('NAME')).toBe('api');
    expect(args.command).toEqual(line);
  });

  it('gives all further words to the last place where it takes many', () => {
    expect(parseArguments(['api', 'Up', 'Enter'], keys).rest).toEqual(['Up', 'Enter']);
  });

  it.each([
    [['--hots', 'x'], "'--hots' is not an option of mux show.", "Did you mean '--host'?"],
    [['--colour'], "'--colour' is not an option of mux show.", 'Run mux help show for its options.'],
    [['-x'], "'-x' is not an option of mux show.", 'Run mux help show for its options.'],
    [['--host'], '--host needs a value: --host H.', 'Run mux help show for its options.'],
    [['--host='], '--host needs a value: --host H.', 'Run mux help show for its options.'],
    [['--json=yes'], '--json takes no value.', 'Run mux help show for its options.'],
    [['--size', '1', '--size', '2'], '--size is given more than once.', 'Run mux help show for its options.'],
    [['--size', 'x'], "--size must be a whole number, and is 'x'.", 'Use a number, e.g. --size 20.'],
    [
      ['--wait', 'soon'],
      "Invalid duration in --wait: 'soon'.",
      'Use a number and a unit, e.g. 500ms, 30s, 5m, 2h or 7d.',
    ],
    [['--env', 'A'], "--env must be KEY=VALUE, and is 'A'.", 'Use e.g. --env KEY=VALUE.'],
    [
      ['--find', '('],
      '--find is not a valid regular expression: /(/: Unterminated group.',
      'Escape special characters with a backslash to match them literally.',
    ],
    [['one', 'two'], "mux show does not take 'two'.", 'Run mux help show for its options.'],
  ])('refuses %j', (args, message, suggestion) => {
    expect(() => parseArguments(args, command)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', exitCode: 2, message, suggestion }),
    );
  });

  it.each([
    [[], 'mux start needs NAME.'],
    [['api'], 'mux start needs a command after --.'],
  ])('says what is missing from %j', (args, message) => {
    expect(() => parseArguments(args, starter)).toThrow(message);
  });
});
