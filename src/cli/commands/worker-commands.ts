import type { Command } from '../command.js';
import { cwd, env, host, redact, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';
import { logOptions } from './run-commands.js';

const worker: OperandSpec = { name: 'WORKER', completes: 'worker', fields: ['name'] };
const target: OperandSpec = { name: 'TARGET', completes: 'target', fields: ['name', 'run', 'target'] };
const ready: readonly OptionSpec[] = [
  { name: 'ready-wait', description: 'return when the program takes input' },
  {
    name: 'ready',
    value: 'RE',
    kind: 'pattern',
    description: 'return when the output matches this pattern',
  },
  {
    name: 'ready-timeout',
    value: 'T',
    kind: 'duration',
    description: 'time limit for --ready and --ready-wait (default: 2m)',
  },
];
const grace: OptionSpec = {
  name: 'grace',
  value: 'T',
  kind: 'duration',
  description: 'time for each step: Ctrl-C, terminate, kill (default: 2s)',
};

/** Programs with names. */
export const workerCommands: readonly Command[] = [
  {
    name: 'spawn',
    group: 'workers',
    summary: 'start a named program that outlives this terminal',
    description:
      'For long-lived programs such as servers, agents and watchers. Each worker gets a window in a tmux\n' +
      'session that contains only workers. With --worktree it gets its own git worktree, on the branch\n' +
      'mux/NAME.',
    options: [
      host,
      { name: 'socket', value: 'S', description: 'tmux socket on the host, as in tmux -L S' },
      { name: 'session', value: 'S', description: 'tmux session for its window' },
      cwd,
      env,
      { name: 'tag', value: 'T', repeatable: true, description: 'tag to find it by' },
      { name: 'worktree', description: 'run in its own git worktree' },
      { name: 'branch', value: 'B', description: 'run in its own git worktree on this branch' },
      { name: 'base', value: 'REF', description: "start the worktree's branch at this commit" },
      ...ready,
      { ...timeout, description: 'end it after this time' },
      redact,
    ],
    operands: [{ name: 'NAME' }],
    runs: 'required',
    operations: ['worker.spawn'],
    examples: [
      ['mux spawn web -- npm run dev', 'a server'],
      [
        'mux spawn api --worktree --ready-wait -- claude',
        'start an agent in a worktree, and wait until it is ready',
      ],
      ['mux spawn db --ready "ready to accept" -- ./database', 'wait for this output'],
    ],
    load: async () => (await import('../workers/worker-executors.js')).spawn,
  },
  {
    name: 'ls',
    group: 'workers',
    summary: 'list workers with their state',
    description:
      'Prints name, state, start time, location, tags and command. mux panes lists everything in tmux.',
    options: [
      { name: 'tag', value: 'T', description: 'only workers with this tag' },
      { name: 'running', description: 'only running ones' },
      {
        ...host,
        repeatable: true,
        description: 'also search this host for workers missing in the store',
      },
    ],
    operands: [],
    operations: ['worker.list'],
    examples: [
      ['mux ls', 'list all workers'],
      ['mux ls --tag red --json', 'list those with a tag, as JSON'],
    ],
    load: async () => (await import('../workers/ls-command.js')).lsCommand,
  },
  {
    name: 'peek',
    group: 'workers',
    summary: 'show the screen of a worker or any target',
    description: 'Secrets are masked. With -n, prints the last lines, including scrollback.',
    options: [
      {
        name: 'lines',
        letter: 'n',
        value: 'N',
        kind: 'number',
        description: 'print the last N lines instead of the screen',
      },
      { name: 'ansi', description: 'with colours' },
      targetHost,
    ],
    operands: [target],
    operations: ['worker.peek'],
    examples: [
      ['mux peek web', 'show the screen'],
      ['mux peek -n 50 web', 'print its last 50 lines'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).peek,
  },
  {
    name: 'logs',
    group: 'workers',
    summary: 'print the output of a worker',
    description:
      'Prints the log, with secrets masked; also works after the worker has stopped. mux output does the same\n' +
      'for runs.',
    options: logOptions,
    operands: [{ name: 'TARGET', completes: 'target', fields: ['name', 'run'] }],
    operations: ['worker.logs', 'worker.follow'],
    examples: [
      ['mux logs web', 'everything'],
      ['mux logs -f -n 20 web', 'print the last 20 lines and follow'],
    ],
    load: async () => (await import('../runs/output-command.js')).logsCommand,
  },
  {
    name: 'attach',
    group: 'workers',
    summary: 'attach to the window of a worker or any target',
    description:
      'The terminal shows tmux until you detach (prefix d, which is Ctrl-b d by default). Inside the same tmux\n' +
      'server, the client is switched to the window instead.',
    options: [
      { name: 'read-only', letter: 'r', description: 'attach read-only' },
      { name: 'print', description: 'print the attach command instead of running it' },
      targetHost,
    ],
    operands: [target],
    operations: ['worker.attach'],
    examples: [
      ['mux attach web', 'attach to it'],
      ['mux attach --print web', 'print the command, for another terminal'],
    ],
    load: async () => (await import('../panes/attach-command.js')).attachCommand,
  },
  {
    name: 'wait',
    group: 'workers',
    summary: 'wait until a target exits, takes input, or prints text',
    description:
      'Without options, waits for the program to exit, and exits with its exit code. No time limit unless\n' +
      '--timeout is given. Ctrl-C stops only the wait. Exits with 124 on a timeout.',
    options: [
      { name: 'text', value: 'T', description: 'wait until this text is printed' },
      {
        name: 'regex',
        value: 'RE',
        kind: 'pattern',
        description: 'wait until the output matches this pattern',
      },
      { name: 'prompt', description: 'wait until it asks a question or takes input' },
      { name: 'idle', description: 'the same' },
      { name: 'settled', description: 'runs only: wait until it asks a question or exits' },
      {
        name: 'quiet',
        value: 'T',
        kind: 'duration',
        description: 'wait until nothing was printed for this long',
      },
      timeout,
      targetHost,
    ],
    operands: [target],
    operations: ['worker.wait', 'run.wait', 'pane.wait'],
    examples: [
      ['mux wait build --timeout 10m', 'wait until it exits'],
      ['mux wait api --idle', 'wait until an agent takes the next prompt'],
      ['mux wait web --text "listening on"', 'wait until a server listens'],
    ],
    load: async () => (await import('../panes/wait-command.js')).waitCommand,
  },
  {
    name: 'interrupt',
    group: 'workers',
    summary: "interrupt a worker with Ctrl-C, or its program's own key",
    description: 'Agents such as Claude Code are interrupted with Escape, and keep taking prompts.',
    options: [targetHost],
    operands: [target],
    operations: ['worker.interrupt'],
    examples: [['mux interrupt api', 'interrupt its turn']],
    load: async () => (await import('../panes/pane-executors.js')).interrupt,
  },
  {
    name: 'eof',
    group: 'workers',
    summary: 'send Ctrl-D (end of input) to a worker',
    description: 'A program that reads its whole input starts processing it now.',
    options: [targetHost],
    operands: [target],
    operations: ['worker.eof'],
    examples: [['mux eof sum', 'finish the input of the worker sum']],
    load: async () => (await import('../panes/pane-executors.js')).eof,
  },
  {
    name: 'respawn',
    group: 'workers',
    summary: 'restart a stopped worker',
    description: 'Uses the same command, folder and variables; a command after -- replaces the old one.',
    options: [{ name: 'force', description: 'end it first if it is running' }, env, ...ready],
    operands: [worker],
    runs: 'optional',
    operations: ['worker.respawn'],
    examples: [
      ['mux respawn web', 'restart with the same command'],
      ['mux respawn web --force', 'restart even if it is running'],
    ],
    load: async () => (await import('../workers/worker-executors.js')).respawn,
  },
  {
    name: 'broadcast',
    group: 'workers',
    summary: 'send the same text to all running workers',
    description: 'If TEXT is missing or -, the text is read from stdin.',
    options: [
      { name: 'tag', value: 'T', description: 'only to workers with this tag' },
      { name: 'no-enter', description: 'only type' },
      secret,
    ],
    operands: [{ name: 'TEXT', optional: true }],
    operations: ['worker.broadcast'],
    examples: [['mux broadcast --tag red "git pull"', 'send to all with a tag']],
    load: async () => (await import('../workers/worker-executors.js')).broadcast,
  },
  {
    name: 'kill',
    group: 'workers',
    summary: 'end a worker, a run or a pane',
    description:
      'A worker or run gets Ctrl-C, then terminate, then kill; its log is kept. Any other pane is closed at\n' +
      'once.',
    options: [
      grace,
      { name: 'remove-worktree', description: 'also remove its worktree' },
      {
        name: 'force',
        description: 'with --remove-worktree: even if it has uncommitted changes',
      },
      targetHost,
    ],
    operands: [target],
    operations: ['worker.kill', 'pane.kill'],
    examples: [
      ['mux kill web', 'end a worker'],
      ['mux kill %7', 'end a pane'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).kill,
  },
  {
    name: 'clean',
    group: 'workers',
    summary: 'forget stopped workers; delete their logs and worktrees',
    description:
      'Give one name, --all, or --tag. A worktree with commits or changes that exist nowhere else is kept,\n' +
      'together with its worker.',
    options: [
      { name: 'all', description: 'all stopped workers' },
      { name: 'tag', value: 'T', description: 'only workers with this tag' },
      { name: 'keep-worktree', description: 'keep worktrees and branches' },
      { name: 'force', description: 'even if a worktree has uncommitted changes' },
    ],
    operands: [{ ...worker, optional: true }],
    operations: ['worker.clean'],
    examples: [
      ['mux clean web', 'clean one worker'],
      ['mux clean --all', 'clean all stopped workers'],
    ],
    load: async () => (await import('../workers/worker-executors.js')).clean,
  },
  {
    name: 'orphans',
    group: 'workers',
    summary: 'list worker sessions without workers; --kill ends them',
    description: 'A session in which a person opened windows or panes is kept, unless --force is given.',
    options: [
      { name: 'kill', description: 'end them' },
      { name: 'force', description: 'include sessions in which a person opened something' },
    ],
    operands: [],
    operations: ['worker.orphans', 'worker.kill-orphans'],
    examples: [['mux orphans', 'list them']],
    load: async () => (await import('../workers/worker-executors.js')).orphans,
  },
];
