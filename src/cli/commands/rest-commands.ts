import type { Command } from '../command.js';
import { host } from '../options.js';
import { modelCommands } from './model-commands.js';

/** About this machine and muxwright itself. */
export const restCommands: readonly Command[] = [
  {
    name: 'doctor',
    group: 'rest',
    summary: 'say what works here, what does not, and what to do about it',
    description:
      'Looks at Node, tmux, Docker, SSH and the locale, and tries to reach the hosts that are given. Nothing is\n' +
      'started or changed. Ends with 1 where something is wrong that muxwright needs: Node, tmux, a given host.',
    // Whether an address is one at all is among what it tells.
    options: [{ ...host, kind: 'text', repeatable: true, description: 'also try this host' }],
    operands: [],
    operations: ['host.doctor'],
    examples: [
      ['mux doctor', 'look at this machine'],
      ['mux doctor --host docker://sandbox --host ssh://me@build-box', 'also try a container and a machine'],
      ['mux doctor --json', 'the same for programs'],
    ],
    load: async () => (await import('../doctor-command.js')).doctorCommand,
  },
  {
    name: 'overview',
    group: 'rest',
    summary: 'show what works here, and a list of sessions that stays up to date',
    description:
      'Runs until Ctrl-C or SIGTERM, then ends with 0. Where the output is not a terminal, the list is printed again\n' +
      'at each change; with --json, each change is one line.',
    options: [host],
    operands: [],
    operations: [],
    examples: [
      ['mux overview', 'the default server of this machine'],
      ['mux overview --host local?socket=work', 'the server that tmux -L work reaches'],
    ],
    load: async () => (await import('../overview-command.js')).overviewCommand,
  },
  {
    name: 'hosts',
    group: 'rest',
    summary: 'list the hosts that something is remembered of, or look at one',
    description:
      'With HOST it is asked whether it can be reached, and which tmux it has; ends with 1 where it cannot.',
    options: [],
    operands: [{ name: 'HOST', optional: true, completes: 'host' }],
    operations: ['host.list', 'host.info'],
    examples: [
      ['mux hosts', 'all that are known'],
      ['mux hosts docker://sandbox', 'look at one'],
    ],
    load: async () => (await import('../hosts-command.js')).hostsCommand,
  },
  {
    name: 'call',
    group: 'rest',
    summary: 'carry out any operation by its name, with its input as JSON',
    description:
      'The names and fields are in docs/reference.md. With - the input is read from stdin. Prints JSON.',
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
    summary: 'print the script that completes commands and names in a shell',
    description:
      'Put into ~/.bashrc: eval "$(mux completion bash)"; into ~/.zshrc, behind compinit: eval "$(mux completion zsh)";\n' +
      'into ~/.config/fish/config.fish: mux completion fish | source',
    options: [],
    operands: [{ name: 'SHELL', completes: ['bash', 'zsh', 'fish'] }],
    operations: [],
    examples: [['mux completion bash', 'for bash']],
    load: async () => (await import('../completion/completion-command.js')).completionCommand,
  },
];
