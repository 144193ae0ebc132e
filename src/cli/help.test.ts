import { describe, expect, it } from 'vitest';
import { commands } from './commands.js';
import { findCommand } from './find-command.js';
import { allHelp, commandHelp, firstHelp, generalHelp } from './help.js';
import { helpOption, jsonOption, parseArguments } from './parse-arguments.js';

describe('the help', () => {
  it('names every command', () => {
    for (const { name, summary } of commands) {
      const row = `  ${name.padEnd(19)}  ${summary}\n`;
      expect(allHelp().includes(row)).toBe(true);
    }
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'for %s names every option, and its examples are accepted',
    (name, command) => {
      const text = commandHelp(command);
      for (const option of command.options) expect(text).toContain(`--${option.name}`);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const [example] of command.examples) {
        const { command: found, rest } = findCommand(wordsOf(example));
        expect(found.name).toBe(name);
        parseArguments(rest, { ...command, options: [...command.options, jsonOption, helpOption] });
      }
    },
  );

  it('fits into a hundred and twenty columns', () => {
    const texts = [firstHelp(), generalHelp(), ...commands.map((command) => commandHelp(command))];
    expect(
      texts
        .join('\n')
        .split('\n')
        .filter((line) => line.length > 120),
    ).toEqual([]);
  });
});

it('names nothing in the first help that does not exist', () => {
  const examples = firstHelp().match(/^ *mux .*?(?= {2}|$)/gm) ?? [];
  expect(examples.length).toBeGreaterThan(8);
  for (const example of examples.filter((line) => !/^ *mux (--help|help)/.test(line))) {
    const { command, rest } = findCommand(wordsOf(example.trim()));
    parseArguments(rest, { ...command, options: [...command.options, jsonOption, helpOption] });
  }
});

it('breaks no word in a terminal of sixty columns', () => {
  const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
  for (const command of commands) {
    expect(words(commandHelp(command, 60))).toEqual(words(commandHelp(command)));
  }
  const long = generalHelp(60).split('\n');
  expect(long.filter((line) => line.length > 60)).toEqual([]);
});

/** The words behind `mux`, as a shell would take them apart. */
function wordsOf(line: string): string[] {
  const mux = line.split(/(?:^|\s)mux(?:wright)? (?!--)/).at(-1) ?? '';
  return [...mux.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
