import type { Command } from '../command.js';
import { cwd, env, host, redact, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';
import { logOptions } from './run-commands.js';

const worker: OperandSpec = { name: 'WORKER', completes: 'worker', fields: ['name'] };
const target: OperandSpec = { name: 'TARGET', completes: 'target', fields: ['name', 'run', 'target'] };
const ready: readonly OptionSpec[] = [
  { name: 'ready-wait', description: 'come back when it takes input, and not before' },
  {
    name: 'ready',
    value: 'RE',
    kind: 'pattern',
    description: 'come back when it has printed what this matches',
  },
  {
    name: 'ready-timeout',
    value: 'T',
    kind: 'duration',
    description: 'how long to wait for that (default: 2m)',
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
    summary: 'start a program under a name; it stays when this terminal is gone',
    description:
      'For what lives long: servers, agents, watchers. Its window is in a session that only workers are in. With\n' +
      '--worktree it gets its own git worktree, on the branch mux/NAME.',
    options: [
      host,
      { name: 'socket', value: 'S', description: 'tmux socket there, as in tmux -L S' },
      { name: 'session', value: 'S', description: 'tmux session for its window' },
      cwd,
      env,
      { name: 'tag', value: 'T', repeatable: true, description: 'a word to find it by' },
      { name: 'worktree', description: 'run in its own git worktree' },
      { name: 'branch', value: 'B', description: 'the same, on this branch' },
      { name: 'base', value: 'REF', description: 'the same, beginning with this commit' },
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
        'an agent in a worktree, ready for its first prompt',
      ],
      ['mux spawn db --ready "ready to accept" -- ./database', 'come back when it has printed that'],
    ],
    load: async () => (await import('../workers/worker-executors.js')).spawn,
  },
  {
    name: 'ls',
    group: 'workers',
    summary: 'list workers with what they do',
    description: 'Name, state, since when, where, tags, command. mux panes lists everything that is in tmux.',
    options: [
      { name: 'tag', value: 'T', description: 'only those with this tag' },
      { name: 'running', description: 'only those that run' },
      {
        ...host,
        repeatable: true,
        description: 'also look for workers on this host, which may be forgotten here',
      },
    ],
    operands: [],
    operations: ['worker.list'],
    examples: [
      ['mux ls', 'all of them'],
      ['mux ls --tag red --json', 'those with a tag, for programs'],
    ],
    load: async () => (await import('../workers/ls-command.js')).lsCommand,
  },
  {
    name: 'peek',
    group: 'workers',
    summary: 'show what a worker, or any target, shows now',
    description: 'Its screen, without secrets. With -n its last lines, also what has scrolled away.',
    options: [
      { name: 'lines', letter: 'n', value: 'N', kind: 'number', description: 'the last N lines' },
      { name: 'ansi', description: 'with colours' },
      targetHost,
    ],
    operands: [target],
    operations: ['worker.peek'],
    examples: [
      ['mux peek web', 'the screen of a worker'],
      ['mux peek -n 50 web', 'its last 50 lines'],
    ],
    load: async () => (await import('../panes/pane-executors.js')).peek,
  },
  {
    name: 'logs',
    group: 'workers',
    summary: 'print the output of a worker; -f follows it to its end',
    description: 'From its log, without secrets, also when it has stopped. mux output is the same for runs.',
    options: logOptions,
    operands: [{ name: 'NAME', completes: 'target', fields: ['name', 'run'] }],
    operations: ['worker.logs', 'worker.follow'],
    examples: [
      ['mux logs web', 'everything'],
      ['mux logs -f -n 20 web', 'the last 20 lines, and what comes'],
    ],
    load: async () => (await import('../runs/output-command.js')).logsCommand,
  },
  {
    name: 'attach',
    group: 'workers',
    summary: 'go to the window of a worker, or of any target',
    description:
      'The terminal belongs to tmux until you detach (prefix d, which is Ctrl-b d unless you changed it). Inside that\n' +
      'very tmux, the client is switched to the window instead.',
    options: [
      { name: 'read-only', letter: 'r', description: 'look, but do not touch' },
      { name: 'print', description: 'only print the command that attaches' },
      targetHost,
    ],
    operands: [target],
    operations: ['worker.attach'],
    examples: [
      ['mux attach web', 'go to it'],
      ['mux attach --print web', 'the command, for another terminal'],
    ],
    load: async () => (await import('../panes/attach-command.js')).attachCommand,
  },
  {
    name: 'wait',
    group: 'workers',
    summary: 'wait until a worker, run or pane has ended, takes input, or shows a text',
    description:
      'Without options, waits for the program to exit, and exits with its exit code. No time limit unless --timeout is\n' +
      'given. Ctrl-C stops only the wait. Exits with 124 on a timeout.',
    options: [
      { name: 'text', value: 'T', description: 'until this is printed' },
      {
        name: 'regex',
        value: 'RE',
        kind: 'pattern',
        description: 'until something is printed that this matches',
      },
      { name: 'prompt', description: 'until it asks something or takes input' },
      { name: 'idle', description: 'the same' },
      { name: 'settled', description: 'of a run: until it asks something or has ended' },
      { name: 'quiet', value: 'T', kind: 'duration', description: 'until nothing was printed for so long' },
      timeout,
      targetHost,
    ],
    operands: [target],
    operations: ['worker.wait', 'run.wait', 'pane.wait'],
    examples: [
      ['mux wait build --timeout 10m', 'until a worker has ended'],
      ['mux wait api --idle', 'until an agent takes the next prompt'],
      ['mux wait web --text "listening on"', 'until a server listens'],
    ],
    load: async () => (await import('../panes/wait-command.js')).waitCommand,
  },
  {
    name: 'interrupt',
    group: 'workers',
    summary: 'stop what a worker is doing: Ctrl-C, or what its program knows instead',
    description: 'An agent such as Claude Code is stopped with Escape, and keeps taking prompts.',
    options: [targetHost],
    operands: [target],
    operations: ['worker.interrupt'],
    examples: [['mux interrupt api', 'stop its turn']],
    load: async () => (await import('../panes/pane-executors.js')).interrupt,
  },
  {
    name: 'eof',
    group: 'workers',
    summary: 'end the input of a worker: Ctrl-D',
    description: 'A program that reads to the end of its input has it now.',
    options: [targetHost],
    operands: [target],
    operations: ['worker.eof'],
    examples: [['mux eof sum', 'it has all its numbers']],
    load: async () => (await import('../panes/pane-executors.js')).eof,
  },
  {
    name: 'respawn',
    group: 'workers',
    summary: 'start a worker again that has stopped',
    description: 'With the command, folder and variables that it had; a command behind -- is another one.',
    options: [{ name: 'force', description: 'end it first where it runs' }, env, ...ready],
    operands: [worker],
    runs: 'optional',
    operations: ['worker.respawn'],
    examples: [
      ['mux respawn web', 'as it was'],
      ['mux respawn web --force', 'also where it runs'],
    ],
    load: async () => (await import('../workers/worker-executors.js')).respawn,
  },
  {
    name: 'broadcast',
    group: 'workers',
    summary: 'send the same text to all workers that run, or to those with a tag',
    description: 'Without TEXT, or with -, the text is read from stdin.',
    options: [
      { name: 'tag', value: 'T', description: 'only to those with this tag' },
      { name: 'no-enter', description: 'only type' },
      secret,
    ],
    operands: [{ name: 'TEXT', optional: true }],
    operations: ['worker.broadcast'],
    examples: [['mux broadcast --tag red "git pull"', 'to all with a tag']],
    load: async () => (await import('../workers/worker-executors.js')).broadcast,
  },
  {
    name: 'kill',
    group: 'workers',
    summary: 'end a worker, a run or a pane',
    description:
      'A worker or run is asked first: Ctrl-C, then terminate, then kill; it stays known, with its log. Any other pane\n' +
      'ends at once.',
    options: [
      grace,
      { name: 'remove-worktree', description: 'remove its worktree, too' },
      {
        name: 'force',
        description: 'with --remove-worktree: also where it has changes that are not committed',
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
    summary: 'forget workers that have stopped, with their logs and worktrees',
    description:
      'One by its name, or --all, or --tag. A worktree with work that is nowhere else is kept, and its worker.',
    options: [
      { name: 'all', description: 'all that have stopped' },
      { name: 'tag', value: 'T', description: 'those with this tag' },
      { name: 'keep-worktree', description: 'leave worktrees and branches where they are' },
      { name: 'force', description: 'also where a worktree has changes that are not committed' },
    ],
    operands: [{ ...worker, optional: true }],
    operations: ['worker.clean'],
    examples: [
      ['mux clean web', 'one of them'],
      ['mux clean --all', 'all that have stopped'],
    ],
    load: async () => (await import('../workers/worker-executors.js')).clean,
  },
  {
    name: 'orphans',
    group: 'workers',
    summary: 'list sessions of workers in which none is any more; --kill ends them',
    description: 'A session with something of a person in it is left alone, unless --force.',
    options: [
      { name: 'kill', description: 'end them' },
      { name: 'force', description: 'also those with something of a person in them' },
    ],
    operands: [],
    operations: ['worker.orphans', 'worker.kill-orphans'],
    examples: [['mux orphans', 'list them']],
    load: async () => (await import('../workers/worker-executors.js')).orphans,
  },
];
