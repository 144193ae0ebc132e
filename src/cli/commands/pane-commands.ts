import type { Command } from '../command.js';
import { host, question, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

const target: OperandSpec = { name: 'TARGET', completes: 'target', fields: ['target', 'name'] };

const role: OptionSpec = {
  name: 'role',
  value: 'R',
  description: 'role of the element: option, button, textbox',
};

const keyNames =
  'Enter Escape Tab Space BSpace Up Down Left Right Home End PageUp PageDown C-c C-d C-z C-l'.split(' ');

/** Any program in tmux. */
export const paneCommands: readonly Command[] = [
  {
    name: 'panes',
    group: 'panes',
    summary: 'list sessions, windows and panes',
    description: 'Everything in the tmux server of a host, also what was not started by mux.',
    options: [host, { name: 'session', value: 'S', description: 'only this session' }],
    operands: [],
    operations: ['pane.list'],
    examples: [
      ['mux panes', 'the default server of this machine'],
      ['mux panes --host local?socket=work', 'the server that tmux -L work reaches'],
      ['mux panes --host docker://sandbox --json', 'the server in a container, for programs'],
    ],
    load: async () => (await import('../panes/panes-command.js')).panesCommand,
  },
  {
    name: 'send',
    group: 'panes',
    summary: 'send text to a program, and Enter',
    description:
      'An agent gets the text into its input box, and the receipt says whether it took it: submitted, queued or\n' +
      'unconfirmed (exit code 1); a shell gets it typed. Without TEXT, or with -, the text is read from stdin; a secret\n' +
      'is asked for without an echo.',
    options: [
      question,
      { name: 'no-enter', description: 'only type' },
      secret,
      { name: 'when-idle', description: 'wait until the program is not at work' },
      timeout,
      targetHost,
    ],
    operands: [target, { name: 'TEXT', optional: true }],
    operations: ['pane.send', 'worker.send'],
    examples: [
      ['mux send api "Add a test for the login"', 'a prompt for an agent'],
      ['mux send work:1.0 "git status"', 'a command for a shell'],
      ['mux send deploy --secret', 'be asked for a password, and send it'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).send,
  },
  {
    name: 'keys',
    group: 'panes',
    summary: 'press keys by their tmux names: Enter, Up, C-c, M-x, F5',
    description: 'A name that tmux does not know is refused before anything is pressed.',
    options: [
      question,
      { name: 'if-shows', value: 'T', description: 'only while the screen shows this text' },
      { name: 'delay', value: 'T', kind: 'duration', description: 'time between two keys (default: 150ms)' },
      targetHost,
    ],
    operands: [target, { name: 'KEY', many: true, completes: keyNames, fields: ['keys'] }],
    operations: ['pane.keys'],
    examples: [
      ['mux keys api Down Enter', 'choose the second option of a menu'],
      ['mux keys %3 Escape : w q Enter', 'leave an editor'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).keys,
  },
  {
    name: 'read',
    group: 'panes',
    summary: 'read what a pane has printed, also what has scrolled away',
    description: 'Prints the last 100 lines by default. --all and --since print on stderr where to continue.',
    options: [
      { name: 'lines', letter: 'n', value: 'N', kind: 'number', description: 'the last N lines' },
      { name: 'all', description: 'everything that tmux remembers' },
      { name: 'since', value: 'C', description: 'what came since an earlier answer, by its cursor' },
      targetHost,
    ],
    operands: [target],
    operations: ['pane.read'],
    examples: [
      ['mux read -n 20 api', 'the last 20 lines'],
      ['mux read --all %3', 'everything'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).read,
  },
  {
    name: 'screen',
    group: 'panes',
    summary: 'show what a pane shows now, as text or as a picture',
    description: 'Secrets are hidden.',
    options: [
      { name: 'ansi', description: 'with colours' },
      {
        name: 'png',
        value: 'FILE',
        completes: 'file',
        description: 'as a picture, into this file; - for stdout',
      },
      { name: 'svg', value: 'FILE', completes: 'file', description: 'the same as SVG' },
      targetHost,
    ],
    operands: [target],
    operations: ['pane.screen'],
    examples: [
      ['mux screen api', 'its text'],
      ['mux screen api --png api.png', 'a picture of it'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).screen,
  },
  {
    name: 'tree',
    group: 'panes',
    summary: 'list what stands on a screen by its roles: dialogs, options, fields',
    description: 'Each line ends in a reference, which mux choose and mux fill take. Secrets are hidden.',
    options: [
      { name: 'guesses', description: 'also elements whose role is only a guess' },
      { name: 'cells', description: 'also the cells of tables' },
      targetHost,
    ],
    operands: [target],
    operations: ['pane.tree'],
    examples: [
      ['mux tree api', 'what can be chosen and filled'],
      ['mux tree %3 --json', 'with the place of each element, and the reasons for its role'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).tree,
  },
  {
    name: 'choose',
    group: 'panes',
    summary: 'choose an option, a button or a checkbox of a screen',
    description:
      'ELEMENT is a reference from mux tree, or a name. The focus moves there with arrows or Tab, with a look after each\n' +
      'key; then comes Enter, or Space for a checkbox or a radio button. Prints what came of it: gone, changed, ended,\n' +
      'focused or unchanged.',
    options: [
      role,
      { name: 'on', description: 'a checkbox is ticked in the end' },
      { name: 'off', description: 'a checkbox is not ticked in the end' },
      { name: 'no-enter', description: 'only move the focus' },
      timeout,
      targetHost,
    ],
    operands: [target, { name: 'ELEMENT', fields: ['ref', 'name'] }],
    operations: ['pane.choose'],
    examples: [
      ['mux choose %3 Vue', 'the option with these words'],
      ['mux choose %3 OK --role button', 'a button'],
      ['mux choose api e4821 --on', 'tick a box'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).choose,
  },
  {
    name: 'fill',
    group: 'panes',
    summary: 'put text into a field of a screen',
    description:
      'ELEMENT is a reference from mux tree, or a name. What the field has is taken away first. Without TEXT, or with -, the\n' +
      'text is read from stdin; a secret is asked for without an echo.',
    options: [role, { name: 'enter', description: 'press Enter behind it' }, secret, timeout, targetHost],
    operands: [target, { name: 'ELEMENT', fields: ['ref', 'name'] }, { name: 'TEXT', optional: true }],
    operations: ['pane.fill'],
    examples: [
      ['mux fill %3 "Project name" shop --enter', 'a field by its name'],
      ['mux fill %3 e4821 --secret', 'be asked for a password, and fill it in'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).fill,
  },
  {
    name: 'watch',
    group: 'panes',
    summary: 'follow what a pane prints, with its colours, until Ctrl-C',
    description: 'From now on. mux logs -f has what came before.',
    options: [targetHost],
    operands: [target],
    operations: ['pane.watch'],
    examples: [['mux watch %3', 'a pane']],
    load: async () => (await import('../panes/pane-executors.js')).watch,
  },
  {
    name: 'exec',
    group: 'panes',
    summary: 'run a command in the shell of a pane; ends with its exit code',
    description:
      'For shells that muxwright opened, such as those of a workspace: what the command changes there, such as the\n' +
      'folder, stays. mux run opens its own window instead.',
    options: [
      { name: 'when-idle', description: 'wait until the shell is at its prompt' },
      timeout,
      targetHost,
    ],
    operands: [target],
    runs: 'required',
    operations: ['pane.exec'],
    examples: [["mux exec artie:0.0 'git status --short'", 'in the first pane of a workspace']],
    load: async () => (await import('../panes/pane-executors.js')).exec,
  },
];
