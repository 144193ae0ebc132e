import { type Command, groups } from './command.js';
import { commands } from './commands.js';
import { helpOption, jsonOption, type OperandSpec, type OptionSpec } from './parse-arguments.js';
import { wrapped } from './text/wrapped.js';

/** What a newcomer needs first: one screen of it, in a small terminal as well. */
export function firstHelp(terminal?: number): string {
  return `${wrapped(ABOUT, 0, terminal)}

${table(
  [
    ['mux doctor', 'say what works here, and what to do about the rest'],
    ['mux run -- npm init', 'run a command in tmux as if it ran right here'],
    ['mux spawn dev -- npm run dev', 'start a worker: a program with a name that stays'],
    ['mux ls', 'list the workers, and mux runs the runs'],
    ['mux logs -f dev', 'follow what a worker prints'],
    ['mux send dev help', 'type a line into it'],
    ['mux attach dev', 'go to its window; Ctrl-b d comes back'],
    ['mux inbox', 'list what waits for you'],
    ['mux serve --open', 'open the dashboard in a browser'],
    ['mux mcp', 'serve tools to a language model'],
  ],
  0,
  terminal,
)}
mux --help lists the everyday commands, mux help --all all of them, mux help COMMAND shows what one takes.
`;
}

const ABOUT =
  'muxwright drives, watches and records interactive programs in tmux: here, in Docker containers, over SSH.';

/** The commands of every day. */
export function generalHelp(terminal?: number): string {
  return page(
    everydayTable(terminal),
    [`mux help --all lists all ${commands.length} commands.`, ...closing],
    terminal,
  );
}

/** The list of all commands. */
export function allHelp(terminal?: number): string {
  return page(groupTables(terminal), closing, terminal);
}

function page(list: string, lines: readonly string[], terminal: number | undefined): string {
  return `${wrapped(ABOUT, 0, terminal)}

Usage: mux COMMAND [OPTION]... [WORD]...

${list}
Options of every command:
${table([optionRow(jsonOption), optionRow(helpOption)], 0, terminal)}
${lines.map((line) => `${wrapped(line, 0, terminal)}\n`).join('')}`;
}

const closing = [
  'mux help COMMAND shows what a command takes, with examples. mux version prints the version.',
  "Exit codes: 0 fine, 1 failed, 2 the call itself is wrong, 124 a deadline passed; mux run ends with the command's own.",
  'Results are on stdout, errors on stderr; with --json both are JSON. Set NO_COLOR for no colours.',
];

export function commandHelp(command: Command, terminal?: number): string {
  const options = [...command.options, jsonOption, helpOption].map(optionRow);
  return `mux ${command.name}: ${command.summary}

Usage: ${usageLine(command)}

${wrapped(command.description, 0, terminal)}

Options:
${table(options, 0, terminal)}
Examples:
${table(command.examples, 0, terminal)}`;
}

/** What there is behind a first word such as `session`. */
export function familyHelp(word: string, members: readonly Command[], terminal?: number): string {
  return `Usage: mux ${word} COMMAND [OPTION]... [WORD]...

${table(
  members.map(({ name, summary }): Row => [`mux ${name}`, summary]),
  0,
  terminal,
)}
mux help ${members[0]?.name} shows what that takes, with examples.
`;
}

/** What most people need, in the order in which they need it. */
const everyday: Readonly<Record<string, readonly string[]>> = {
  'Run a command': ['run', 'runs', 'status', 'output', 'input', 'stop'],
  'Programs that stay': ['spawn', 'ls', 'peek', 'logs', 'attach', 'wait', 'kill', 'clean'],
  'Any pane (TARGET: a worker, run, agent, %7 or SESSION:WINDOW.PANE)': [
    'panes',
    'send',
    'keys',
    'read',
    'screen',
  ],
  'What waits for you': ['inbox', 'agents ls', 'agents respond'],
  'This machine': ['doctor', 'serve', 'mcp', 'completion'],
};

function everydayTable(terminal: number | undefined): string {
  const rows = (names: readonly string[]): Row[] =>
    commands.flatMap(({ name, summary }): Row[] => (names.includes(name) ? [[name, summary]] : []));
  const width = Math.max(...Object.values(everyday).flatMap((names) => names.map(({ length }) => length)));
  return Object.entries(everyday)
    .map(([title, names]) => `${wrapped(`${title}:`, 0, terminal)}\n${table(rows(names), width, terminal)}`)
    .join('\n');
}

type Row = readonly [left: string, right: string];

function groupTables(terminal: number | undefined): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return Object.entries(groups)
    .map(([group, title]) => {
      const members = commands.filter((command) => command.group === group);
      return `${wrapped(`${title}:`, 0, terminal)}\n${table(
        members.map(({ name, summary }): Row => [name, summary]),
        width,
        terminal,
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

function table(rows: readonly Row[], least: number, terminal: number | undefined): string {
  const width = Math.max(least, ...rows.map(([left]) => left.length));
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}  ${wrapped(right, width + 4, terminal)}\n`)
    .join('');
}
