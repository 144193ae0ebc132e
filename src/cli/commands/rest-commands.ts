import type { Command } from '../command.js';
import { host } from '../options.js';
import { modelCommands } from './model-commands.js';

/** About this machine and muxwright itself. */
export const restCommands: readonly Command[] = [
  {
    name: 'doctor',
    group: 'rest',
    summary: 'check this machine and its hosts, and suggest fixes',
    description:
      'Checks Node, tmux, Docker, SSH and the locale, and tries to reach the given hosts. Changes nothing.\n' +
      'Exits with 1 if something required fails: Node, tmux or a given host.',
    // Whether an address is one at all is among what it tells.
    options: [{ ...host, kind: 'text', repeatable: true, description: 'also check this host' }],
    operands: [],
    operations: ['host.doctor'],
    examples: [
      ['mux doctor', 'check this machine'],
      [
        'mux doctor --host docker://sandbox --host ssh://me@build-box',
        'also check a container and an SSH host',
      ],
      ['mux doctor --json', 'print JSON, for programs'],
    ],
    load: async () => (await import('../doctor-command.js')).doctorCommand,
  },
  {
    name: 'overview',
    group: 'rest',
    summary: 'show a live list of tmux sessions',
    description:
      'Runs until Ctrl-C or SIGTERM, then exits with 0. If the output is not a terminal, the list is printed\n' +
      'again at each change; with --json, each change is one line.',
    options: [host],
    operands: [],
    operations: [],
    examples: [
      ['mux overview', 'the default server of this machine'],
      ['mux overview --host local?socket=work', 'the server of tmux -L work'],
    ],
    load: async () => (await import('../overview-command.js')).overviewCommand,
  },
  {
    name: 'hosts',
    group: 'rest',
    summary: 'list known hosts, or check one',
    description:
      'With HOST, checks whether it is reachable and which tmux it has; exits with 1 if it is not reachable.',
    options: [],
    operands: [{ name: 'HOST', optional: true, completes: 'host' }],
    operations: ['host.list', 'host.info'],
    examples: [
      ['mux hosts', 'list all known hosts'],
      ['mux hosts docker://sandbox', 'check one host'],
    ],
    load: async () => (await import('../hosts-command.js')).hostsCommand,
  },
  {
    name: 'call',
    group: 'rest',
    summary: 'call any operation by name, with JSON input',
    description:
      'docs/reference.md lists the operations and their fields. With -, the input is read from stdin. Prints JSON.',
    options: [],
    operands: [
      { name: 'OPERATION', completes: 'operation' },
      { name: 'JSON', optional: true },
    ],
    operations: [],
    examples: [
      ['mux call pane.list', 'without input'],
      ['mux call run.list \'{"limit":3}\'', 'with input'],
    ],
    load: async () => (await import('../call-command.js')).callCommand,
  },
  ...modelCommands,
  {
    name: 'completion',
    group: 'rest',
    summary: 'print the shell completion script',
    description:
      'Bash: put eval "$(mux completion bash)" into ~/.bashrc. zsh: put eval "$(mux completion zsh)" into\n' +
      '~/.zshrc, after compinit. fish: put mux completion fish | source into ~/.config/fish/config.fish.',
    options: [],
    operands: [{ name: 'SHELL', completes: ['bash', 'zsh', 'fish'] }],
    operations: [],
    examples: [['mux completion bash', 'for bash']],
    load: async () => (await import('../completion/completion-command.js')).completionCommand,
  },
];
