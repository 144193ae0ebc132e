/** The page of the manual, `mux(1)`: all commands with their options and examples, in the language of man pages. */
/** @param table the modules of src/cli that hold it */
export function manPage(version, { commands, groups, ofEvery }) {
  return [
    `.TH MUX 1 "" "muxwright ${version}" "User Commands"`,
    '.SH NAME',
    'mux \\- drive, watch and record interactive programs in tmux',
    '.SH SYNOPSIS',
    '.B mux',
    '.I COMMAND',
    '[\\fIOPTION\\fR]... [\\fIWORD\\fR]...',
    '.SH DESCRIPTION',
    plain(
      'muxwright drives interactive programs in tmux on this machine, in Docker containers and over SSH.',
    ),
    plain('A TARGET is a worker, a run, an agent, a pane (%7) or SESSION:WINDOW.PANE.'),
    plain('A host is local, docker://NAME or ssh://user@host:port, each with an optional ?socket=NAME.'),
    ...Object.entries(groups).flatMap(([group, title]) => [
      `.SH ${plain(title.toUpperCase())}`,
      ...commands.filter((command) => command.group === group).flatMap(commandPart),
    ]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...ofEvery.flatMap(optionPart),
    '.SH EXIT STATUS',
    ...exits.flatMap(([code, meaning]) => ['.TP', code, plain(meaning)]),
    '.SH ENVIRONMENT',
    ...variables.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, plain(meaning)]),
    '.SH SEE ALSO',
    '.BR tmux (1)',
    '',
  ].join('\n');
}

const exits = [
  ['0', 'success'],
  ['1', 'the command failed'],
  ['2', 'the command line is wrong'],
  ['124', 'a time limit passed'],
  ['other', 'mux run and mux exec exit with the exit code of their command.'],
];

const variables = [
  ['MUXWRIGHT_HOME', 'folder for state, instead of the XDG state folder'],
  ['MUXWRIGHT_CONFIG', 'configuration file, which is then the only one'],
  ['MUXWRIGHT_STORE', 'URL of a PostgreSQL database for the store'],
  ['NO_COLOR', 'no colours'],
];

function commandPart({ name, options, operands, runs, description, summary, examples }) {
  const words = operands.map((operand) => {
    const word = `\\fI${roff(operand.name)}\\fR${operand.many ? '...' : ''}`;
    return operand.optional ? `[${word}]` : word;
  });
  const line = runs === undefined ? [] : [runs === 'required' ? '\\-\\- COMMAND...' : '[\\-\\- COMMAND...]'];
  const option = options.length === 0 ? [] : ['[\\fIOPTION\\fR]...'];
  return [
    `.SS \\fBmux ${roff(name)}\\fR${tail([...option, ...words, ...line])}`,
    plain(`${sentence(summary)} ${description.replaceAll('\n', ' ')}`),
    ...options.flatMap(optionPart),
    ...examples.flatMap(([command, does]) => [
      '.PP',
      `${plain(sentence(does))}`,
      '.EX',
      plain(command),
      '.EE',
    ]),
  ];
}

function tail(words) {
  return words.map((word) => ` ${word}`).join('');
}

function optionPart({ name, letter, value, repeatable, description }) {
  const short = letter === undefined ? '' : `\\fB\\-${letter}\\fR, `;
  const long = `\\fB${roff(`--${name}`)}\\fR${value === undefined ? '' : ` \\fI${roff(value)}\\fR`}`;
  return [
    '.TP',
    `${short}${long}`,
    plain(`${description}${repeatable ? '; may be given several times' : ''}`),
  ];
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A line of text: a point or a quote at its begin would be a request. */
function plain(text) {
  return roff(text).replace(/^(?=[.'])/, '\\&');
}

function roff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replace(
      /[^\x20-\x7e]/gu,
      (character) => `\\[u${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
