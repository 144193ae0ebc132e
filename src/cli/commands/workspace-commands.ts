import type { Command, Execute } from '../command.js';
import { host } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

/** Which workspace is meant. */
const place: readonly OptionSpec[] = [
  { ...host, description: 'host of the workspace (default: docker://coachartie-sandbox)' },
  { name: 'session', value: 'S', description: 'its tmux session (default: artie)' },
  { name: 'folder', value: 'D', description: 'its folder there (default: /workspace)' },
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
    summary: 'make sure that the workspace is there',
    description: 'All other commands do that as well.',
    options: [],
    example: ['mux tmux init --host local --folder /tmp', 'one on this machine'],
  },
  send: {
    summary: 'type a command into a pane, and Enter',
    description: 'With --wait end, its output is printed, and its exit code is ours.',
    options: [
      pane,
      { name: 'clear', description: 'clear the screen first' },
      { name: 'wait', value: 'W', completes: ['end', 'text', 'quiet'], description: 'end, text or quiet' },
      { name: 'text', value: 'T', description: 'with --wait text: what is waited for' },
      { name: 'timeout', value: 'N', kind: 'number', description: 'seconds to wait at most (default: 30)' },
      {
        name: 'quiet-ms',
        value: 'N',
        kind: 'number',
        description: 'with --wait quiet: milliseconds of silence',
      },
    ],
    operands: [{ name: 'COMMAND' }],
    example: ['mux tmux send "npm test" --wait end --timeout 600', 'a command with its output'],
  },
  read: {
    summary: 'read a pane; --since what is new since the last read',
    description: 'Secrets are hidden.',
    options: [
      pane,
      {
        name: 'lines',
        letter: 'n',
        value: 'N',
        kind: 'number',
        description: 'the last N lines (default: 100)',
      },
      { name: 'all', description: 'everything' },
      { name: 'since', description: 'every line once' },
    ],
    example: ['mux tmux read --pane 0.1 --since', 'what is new in the second pane'],
  },
  split: {
    summary: 'make another pane: horizontal is beside, vertical is below',
    description: 'Prints its address.',
    options: [window, { name: 'title', value: 'T', description: 'its title' }, cwd],
    operands: [{ name: 'DIRECTION', completes: ['horizontal', 'vertical'] }],
    example: ['mux tmux split vertical --title server', 'one below'],
  },
  list: {
    summary: 'list windows and panes with what runs in them',
    description: 'Addresses count from 0.',
    options: [],
    example: ['mux tmux list', 'all of them'],
  },
  status: {
    summary: 'tell whether a command runs in a pane',
    description: 'And what became of the last one that was sent.',
    options: [pane],
    example: ['mux tmux status --pane 0.1', 'the second pane'],
  },
  kill: {
    summary: 'end a pane or a window',
    description: 'Give --pane or --window.',
    options: [
      { ...pane, description: 'which pane' },
      { ...window, description: 'which window' },
    ],
    example: ['mux tmux kill --pane 0.1', 'a pane'],
  },
  window: {
    summary: 'make another window',
    description: 'Prints the address of its pane.',
    options: [{ name: 'name', value: 'N', description: 'its name' }, cwd],
    example: ['mux tmux window --name logs', 'a window with a name'],
  },
  record: {
    summary: 'record a pane to a file, or no longer',
    description: 'Without secrets.',
    options: [pane, { name: 'file', value: 'F', description: 'its path on the host' }],
    operands: [{ name: 'STATE', completes: ['on', 'off'] }],
    example: ['mux tmux record on', 'from now on'],
  },
  sync: {
    summary: 'type into all panes of a window at once, or no longer',
    description: 'What is sent to one of them is typed into all.',
    options: [window],
    operands: [{ name: 'STATE', completes: ['on', 'off'] }],
    example: ['mux tmux sync off', 'no longer'],
  },
  layout: {
    summary: 'save, restore or list arrangements of panes',
    description: 'A layout fits a window with as many panes.',
    options: [window, { name: 'name', value: 'N', description: 'its name (default: default)' }],
    operands: [{ name: 'OPERATION', completes: ['save', 'restore', 'list'] }],
    example: ['mux tmux layout save --name debugging', 'save one'],
  },
  snapshot: {
    summary: 'save the workspace to a file, or rebuild it',
    description: 'With --replace a workspace that is there ends first.',
    options: [
      { name: 'file', value: 'F', description: 'its path on the host' },
      { name: 'restart', description: 'start the commands again that were running' },
      { name: 'replace', description: 'end a workspace that is there already' },
    ],
    operands: [{ name: 'OPERATION', completes: ['save', 'restore'] }],
    example: ['mux tmux snapshot restore --restart', 'rebuild it, with what was running'],
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
    summary: 'carry out the capability tags in a text, and print the answers as JSON',
    description: 'For the reply of a language model. Without TEXT, or with -, it is read from stdin.',
    options: place,
    operands: [{ name: 'TEXT', optional: true }],
    operations: ['workspace.capability'],
    examples: [['mux capability \'<capability name="tmux" action="list" />\'', 'one tag']],
    load: async () => (await import('../workspace/capability-command.js')).capabilityCommand,
  },
];
