import type { Command } from '../../../src/cli/command.js';
import type { OptionSpec } from '../../../src/cli/parse-arguments.js';

/** One megabyte of text, more than a shell could give as one word. */
export const MEGABYTE = 'x'.repeat(1_048_576);

/** Names of nothing, such as come out of other people's files and terminals. */
export const namesOfNothing: readonly string[] = [
  'nobody',
  '%99999',
  'nowhere:7.7',
  '../../nowhere/passwd',
  'a/../b',
  'two\nlines',
  '\x1b[31mred\x1b[0m\x07',
  'nul\0byte',
  '\ud800',
  '$(touch nowhere)',
  '#{pane_id}',
  '__proto__',
  'ünïcödé 名前',
  ' ',
  MEGABYTE,
];

const notOfKind: Readonly<Record<string, readonly string[]>> = {
  number: ['many', '1.5', '-1', '1e9', '0x10', '99999999999999999999', '٣', MEGABYTE],
  duration: ['soon', '5 m', '-1s', '1y', '1_000', 'Infinity', MEGABYTE],
  pair: ['lonely', '=value', MEGABYTE],
  host: ['gopher://hole', 'docker://', 'ssh://', 'docker://a b', 'local?nonsense=1', '\x1b[2J', MEGABYTE],
  pattern: ['(', '[a-', '*', '/(/', '/a/zz', `(${MEGABYTE}`],
};

/** Words that fit, with a name of nothing wherever something is named. */
export function fittingWords({ name, operands, runs }: Command, nothing = 'nobody'): string[] {
  const line = runs === 'required' ? ['--', 'true'] : [];
  const first = name === 'run' ? ['-d'] : [];
  return [
    ...name.split(' '),
    ...first,
    ...operands.map((operand) => fitting(operand.name, nothing)),
    ...line,
  ];
}

function fitting(operand: string, nothing: string): string {
  return ['TARGET', 'RUN', 'WORKER', 'AGENT', 'NAME', 'SESSION'].includes(operand) ? nothing : 'word';
}

/** Command lines that no command takes, each with one mistake, from what the command says that it takes. */
export function wrongLines(command: Command): string[][] {
  const fit = fittingWords(command);
  const words = command.name.split(' ');
  const behind = fit.slice(words.length);
  const wrong = (...given: string[]): string[] => [...words, ...given, ...behind];
  return [
    ...['--nonsense', '-Z', '--__proto__', '--\x1b[2J', `--${MEGABYTE}`].map((option) => wrong(option)),
    ...command.options.flatMap((option) => wrongOptions(option).map((given) => wrong(...given))),
    ...command.operands.flatMap(({ optional }, i) => (optional ? [] : [fit.slice(0, words.length + i)])),
    ...(command.runs || command.operands.at(-1)?.many
      ? []
      : [
          [...fit, 'one', 'more'],
          [...fit, MEGABYTE],
          [...fit, 'two\nlines'],
        ]),
    ...(command.runs === 'required' ? [fit.slice(0, fit.indexOf('--'))] : []),
  ];
}

function wrongOptions({ name, value, kind = 'text', repeatable }: OptionSpec): string[][] {
  const option = `--${name}`;
  if (value === undefined) return [[`${option}=yes`]];
  const twice = repeatable ? [] : [[option, '1', option, '1']];
  const misfits = notOfKind[kind] ?? [];
  return [[`${option}=`], ...twice, ...misfits.map((misfit) => [`${option}=${misfit}`])];
}
