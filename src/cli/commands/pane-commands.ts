import type { Command } from '../command.js';
import { host, question, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

const target: OperandSpec = { name: 'TARGET', completes: 'target', fields: ['target', 'name'] };

const role: OptionSpec = {
  name: 'role',
  value: 'R',
  description: 'role of the element: option, button, textbox, ...',
};

const keyNames =
  'Enter Escape Tab Space BSpace Up Down Left Right Home End PageUp PageDown C-c C-d C-z C-l'.split(' ');

/** Any program in tmux. */
export const paneCommands: readonly Command[] = [
  {
    name: 'panes',
    group: 'panes',
    summary: 'list sessions, windows and panes',
    description: 'Lists everything on the tmux server of a host, including what mux did not start.',
    options: [host, { name: 'session', value: 'S', description: 'only this session' }],
    operands: [],
    operations: ['pane.list'],
    examples: [
      ['mux panes', 'the default server of this machine'],
      ['mux panes --host local?socket=work', 'the server of tmux -L work'],
      ['mux panes --host docker://sandbox --json', 'a container, as JSON'],
    ],
    load: async () => (await import('../panes/panes-command.js')).panesCommand,
  },
  {
    name: 'send',
    group: 'panes',
    summary: 'send text and Enter to a program',
    description:
      'Text for an agent goes into its input box, and the receipt says whether it arrived: submitted, queued or\n' +
      'unconfirmed (exit code 1). Text for a shell is typed. If TEXT is missing or -, the text is read from\n' +
      'stdin; a secret is prompted for without echo.',
    options: [
      question,
      { name: 'no-enter', description: 'only type' },
      secret,
      { name: 'when-idle', description: 'wait until the program is idle before sending' },
      timeout,
      targetHost,
    ],
    operands: [target, { name: 'TEXT', optional: true }],
    operations: ['pane.send', 'worker.send'],
    examples: [
      ['mux send api "Add a test for the login"', 'send a prompt to an agent'],
      ['mux send work:1.0 "git status"', 'type a command into a shell'],
      ['mux send deploy --secret', 'enter a password without echo, and send it'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).send,
  },
  {
    name: 'keys',
    group: 'panes',
    summary: 'press keys by their tmux names: Enter, Up, C-c, M-x, F5',
    description: 'If any name is unknown to tmux, no key is pressed.',
    options: [
      question,
      { name: 'if-shows', value: 'T', description: 'press only while the screen shows this text' },
      { name: 'delay', value: 'T', kind: 'duration', description: 'time between two keys (default: 150ms)' },
      targetHost,
    ],
    operands: [target, { name: 'KEY', many: true, completes: keyNames, fields: ['keys'] }],
    operations: ['pane.keys'],
    examples: [
      ['mux keys api Down Enter', 'choose the second option of a menu'],
      ['mux keys %3 Escape : w q Enter', 'quit vim and save'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).keys,
  },
  {
    name: 'read',
    group: 'panes',
    summary: 'print the output of a pane, including scrollback',
    description:
      'Prints the last 100 lines by default. --all and --since print a cursor for the next call to stderr.',
    options: [
      { name: 'lines', letter: 'n', value: 'N', kind: 'number', description: 'number of lines' },
      { name: 'all', description: 'print the whole scrollback' },
      { name: 'since', value: 'C', description: 'print the output since this cursor' },
      targetHost,
    ],
    operands: [target],
    operations: ['pane.read'],
    examples: [
      ['mux read -n 20 api', 'print the last 20 lines'],
      ['mux read --all %3', 'everything'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).read,
  },
  {
    name: 'screen',
    group: 'panes',
    summary: 'show the current screen of a pane as text or image',
    description: 'Secrets are masked.',
    options: [
      { name: 'ansi', description: 'with colours' },
      {
        name: 'png',
        value: 'FILE',
        completes: 'file',
        description: 'write a PNG image to this file (- for stdout)',
      },
      {
        name: 'svg',
        value: 'FILE',
        completes: 'file',
        description: 'write an SVG image to this file (- for stdout)',
      },
      targetHost,
    ],
    operands: [target],
    operations: ['pane.screen'],
    examples: [
      ['mux screen api', 'its text'],
      ['mux screen api --png api.png', 'save an image of the screen'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).screen,
  },
  {
    name: 'tree',
    group: 'panes',
    summary: 'list the elements on a screen: dialogs, options, fields',
    description: 'Each line ends with a reference for mux choose and mux fill. Secrets are masked.',
    options: [
      { name: 'guesses', description: 'include elements whose role is only a guess' },
      { name: 'cells', description: 'include table cells' },
      targetHost,
    ],
    operands: [target],
    operations: ['pane.tree'],
    examples: [
      ['mux tree api', 'list what can be chosen and filled'],
      ['mux tree %3 --json', 'include positions and the reasons for each role'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).tree,
  },
  {
    name: 'choose',
    group: 'panes',
    summary: 'choose an option, a button or a checkbox on a screen',
    description:
      'ELEMENT is a reference from mux tree, or a name. mux moves the focus there with the arrow keys or Tab\n' +
      'and checks the screen after each key, then presses Enter (Space for a checkbox or radio button). Prints\n' +
      'the outcome: gone, changed, ended, focused or unchanged.',
    options: [
      role,
      { name: 'on', description: 'leave the checkbox checked' },
      { name: 'off', description: 'leave the checkbox unchecked' },
      { name: 'no-enter', description: 'only move the focus' },
      timeout,
      targetHost,
    ],
    operands: [target, { name: 'ELEMENT', fields: ['ref', 'name'] }],
    operations: ['pane.choose'],
    examples: [
      ['mux choose %3 Vue', 'choose the option with this label'],
      ['mux choose %3 OK --role button', 'a button'],
      ['mux choose api e4821 --on', 'tick a box'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).choose,
  },
  {
    name: 'fill',
    group: 'panes',
    summary: 'fill a text field on a screen',
    description:
      'ELEMENT is a reference from mux tree, or a name. Existing text in the field is deleted first. If TEXT is\n' +
      'missing or -, the text is read from stdin; a secret is prompted for without echo.',
    options: [role, { name: 'enter', description: 'press Enter afterwards' }, secret, timeout, targetHost],
    operands: [target, { name: 'ELEMENT', fields: ['ref', 'name'] }, { name: 'TEXT', optional: true }],
    operations: ['pane.fill'],
    examples: [
      ['mux fill %3 "Project name" shop --enter', 'find the field by its name'],
      ['mux fill %3 e4821 --secret', 'enter a password without echo, and fill it in'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).fill,
  },
  {
    name: 'watch',
    group: 'panes',
    summary: 'follow the output of a pane, with colours, until Ctrl-C',
    description: 'Starts with new output. mux logs -f also prints earlier output.',
    options: [targetHost],
    operands: [target],
    operations: ['pane.watch'],
    examples: [['mux watch %3', 'a pane']],
    load: async () => (await import('../panes/pane-executors.js')).watch,
  },
  {
    name: 'exec',
    group: 'panes',
    summary: "run a command in a pane's shell, return its exit code",
    description:
      'Works in shells that muxwright opened, such as those of a workspace. Changes made by the command, e.g.\n' +
      'to the current folder, persist in that shell. mux run opens a separate window instead.',
    options: [
      { name: 'when-idle', description: 'wait until the shell is at its prompt' },
      timeout,
      targetHost,
    ],
    operands: [target],
    runs: 'required',
    operations: ['pane.exec'],
    examples: [["mux exec workspace:0.0 'df -h .'", 'run in the first pane of a workspace']],
    load: async () => (await import('../panes/pane-executors.js')).exec,
  },
];
