import type { Command, Execute } from '../command.js';
import { host } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

/** Which workspace is meant. */
const place: readonly OptionSpec[] = [
  { ...host, description: 'host of the workspace (default: local, or that of the configuration)' },
  { name: 'session', value: 'S', description: 'its tmux session (default: workspace)' },
  { name: 'folder', value: 'D', description: 'its folder there (default: ~/workspace)' },
];
const pane: OptionSpec = { name: 'pane', value: 'W.P', description: 'pane (default: 0.0)' };
const window: OptionSpec = {
  name: 'window',
  value: 'W',
  kind: 'number',
  description: 'window (default: 0)',
};
const cwd: OptionSpec = { name: 'cwd', value: 'D', description: 'its folder' };

interface Action {
  readonly summary: string;
  readonly description: string;
  readonly options: readonly OptionSpec[];
  readonly operands?: readonly OperandSpec[];
  readonly example: readonly [command: string, does: string];
}

/** A language model's workspace. Options and words are the fields of the operation of that name. */
const actions: Readonly<Record<string, Action>> = {
  init: {
    summary: 'create the workspace if it is missing',
    description: 'All other workspace commands do this as well.',
    options: [],
    example: ['mux tmux init', 'create one on this machine'],
  },
  send: {
    summary: 'type a command and Enter into a pane',
    description: 'With --wait end, prints the output and exits with the exit code of the command.',
    options: [
      pane,
      { name: 'clear', description: 'clear the screen first' },
      {
        name: 'wait',
        value: 'W',
        completes: ['end', 'text', 'quiet'],
        description: 'condition to wait for: end, text or quiet',
      },
      { name: 'text', value: 'T', description: 'with --wait text: the text to wait for' },
      { name: 'timeout', value: 'N', kind: 'number', description: 'time limit in seconds (default: 30)' },
      {
        name: 'quiet-ms',
        value: 'N',
        kind: 'number',
        description: 'with --wait quiet: milliseconds without output',
      },
    ],
    operands: [{ name: 'COMMAND' }],
    example: ['mux tmux send "npm test" --wait end --timeout 600', 'run a command and print its output'],
  },
  read: {
    summary: 'print the output of a pane',
    description: 'Secrets are masked.',
    options: [
      pane,
      {
        name: 'lines',
        letter: 'n',
        value: 'N',
        kind: 'number',
        description: 'number of lines (default: 100)',
      },
      { name: 'all', description: 'everything' },
      { name: 'since', description: 'print each line only once across calls' },
    ],
    example: ['mux tmux read --pane 0.1 --since', 'print new output of the second pane'],
  },
  split: {
    summary: 'split a pane, horizontally (beside) or vertically (below)',
    description: 'Prints the address of the new pane.',
    options: [window, { name: 'title', value: 'T', description: 'its title' }, cwd],
    operands: [{ name: 'DIRECTION', completes: ['horizontal', 'vertical'] }],
    example: ['mux tmux split vertical --title server', 'one below'],
  },
  list: {
    summary: 'list windows and panes with their programs',
    description: 'Addresses start at 0.',
    options: [],
    example: ['mux tmux list', 'list all of them'],
  },
  status: {
    summary: 'show whether a command runs in a pane',
    description: 'Also shows the result of the last command that was sent.',
    options: [pane],
    example: ['mux tmux status --pane 0.1', 'show the second pane'],
  },
  kill: {
    summary: 'close a pane or a window',
    description: 'Requires --pane or --window.',
    options: [
      { ...pane, description: 'which pane' },
      { ...window, description: 'which window' },
    ],
    example: ['mux tmux kill --pane 0.1', 'a pane'],
  },
  window: {
    summary: 'open another window',
    description: 'Prints the address of its pane.',
    options: [{ name: 'name', value: 'N', description: 'its name' }, cwd],
    example: ['mux tmux window --name logs', 'open a window with a name'],
  },
  record: {
    summary: 'start or stop logging a pane to a file',
    description: 'Without secrets.',
    options: [pane, { name: 'file', value: 'F', description: 'path on the host' }],
    operands: [{ name: 'STATE', completes: ['on', 'off'] }],
    example: ['mux tmux record on', 'start logging'],
  },
  sync: {
    summary: 'start or stop typing into all panes of a window',
    description: 'While on, text sent to one pane goes to all panes of its window.',
    options: [window],
    operands: [{ name: 'STATE', completes: ['on', 'off'] }],
    example: ['mux tmux sync off', 'no longer'],
  },
  layout: {
    summary: 'save, restore or list pane layouts',
    description: 'A layout fits any window with the same number of panes.',
    options: [window, { name: 'name', value: 'N', description: 'name of the layout (default: default)' }],
    operands: [{ name: 'OPERATION', completes: ['save', 'restore', 'list'] }],
    example: ['mux tmux layout save --name debugging', 'save one'],
  },
  snapshot: {
    summary: 'save the workspace to a file, or rebuild it',
    description: 'With --replace, an existing workspace is ended first.',
    options: [
      { name: 'file', value: 'F', description: 'path on the host' },
      { name: 'restart', description: 'restart the commands that were running' },
      { name: 'replace', description: 'end an existing workspace first' },
    ],
    operands: [{ name: 'OPERATION', completes: ['save', 'restore'] }],
    example: ['mux tmux snapshot restore --restart', 'rebuild it and restart its commands'],
  },
};

const load = async (action: string): Promise<Execute> =>
  (await import('../workspace/workspace-executor.js')).workspaceExecutor(action);

export const workspaceCommands: readonly Command[] = [
  ...Object.entries(actions).map(
    ([action, { summary, description, options, operands = [], example }]): Command => ({
      name: `tmux ${action}`,
      group: 'workspace',
      summary,
      description,
      options: [...options, ...place],
      operands,
      operations: [`workspace.${action}`],
      examples: [example],
      load: () => load(action),
    }),
  ),
  {
    name: 'capability',
    group: 'workspace',
    summary: 'run the capability tags in a text, print JSON',
    description: 'Use it on the reply of a language model. If TEXT is missing or -, it is read from stdin.',
    options: place,
    operands: [{ name: 'TEXT', optional: true }],
    operations: ['workspace.capability'],
    examples: [['mux capability \'<capability name="tmux" action="list" />\'', 'one tag']],
    load: async () => (await import('../workspace/capability-command.js')).capabilityCommand,
  },
];
