import { type Command, groups } from './command.js';
import { commands } from './commands.js';
import { helpOption, jsonOption, type OperandSpec, type OptionSpec } from './parse-arguments.js';

/** The list of commands, with what a newcomer needs first. */
export function generalHelp(): string {
  return `muxwright drives, watches and records interactive programs in tmux: here, in Docker containers, over SSH.

Start here:
${table([
  ['mux doctor', 'say what works here, and what to do about the rest'],
  ['mux run -- npm init', 'run a command in tmux as if it ran right here; Ctrl-C twice leaves it alone'],
  [
    'mux spawn dev -- npm run dev',
    'start a worker that stays; then: mux ls, mux logs -f dev, mux attach dev',
  ],
])}
Usage: mux COMMAND [OPTION]... [WORD]...

${groupTables()}
Options of every command:
${table([optionRow(jsonOption), optionRow(helpOption)])}
mux help COMMAND shows what a command takes, with examples. mux --version prints the version.
Exit codes: 0 fine, 1 failed, 2 the call itself is wrong, 124 a deadline passed; mux run ends with the command's own.
Results are on stdout, errors on stderr; with --json both are JSON. Set NO_COLOR for no colours.
`;
}

export function commandHelp(command: Command): string {
  const options = [...command.options, jsonOption, helpOption].map(optionRow);
  return `mux ${command.name}: ${command.summary}

Usage: ${usageLine(command)}

${command.description}

Options:
${table(options)}
Examples:
${table(command.examples)}`;
}

/** What there is behind a first word such as `session`. */
export function familyHelp(word: string, members: readonly Command[]): string {
  return `Usage: mux ${word} COMMAND [OPTION]... [WORD]...

${table(members.map(({ name, summary }): Row => [`mux ${name}`, summary]))}
mux help ${members[0]?.name} shows what that takes, with examples.
`;
}

type Row = readonly [left: string, right: string];

function groupTables(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return Object.entries(groups)
    .map(([group, title]) => {
      const members = commands.filter((command) => command.group === group);
      return `${title}:\n${table(
        members.map(({ name, summary }): Row => [name, summary]),
        width,
      )}`;
    })
    .join('\n');
}

function usageLine({ name, options, operands, runs }: Command): string {
  const words = operands.map(operandWord);
  const line = runs === undefined ? [] : [runs === 'required' ? '-- COMMAND...' : '[-- COMMAND...]'];
  const option = options.length === 0 ? [] : ['[OPTION]...'];
  return ['mux', name, ...option, ...words, ...line].join(' ');
}

function operandWord({ name, optional, many }: OperandSpec): string {
  const word = many ? `${name}...` : name;
  return optional ? `[${word}]` : word;
}

function optionRow({ name, letter, value, repeatable, description }: OptionSpec): Row {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  const text = repeatable ? `${description}; may be given several times` : description;
  return [letter === undefined ? long : `-${letter}, ${long}`, text];
}

function table(rows: readonly Row[], least = 0): string {
  const width = Math.max(least, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
